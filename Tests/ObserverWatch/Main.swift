import Glibc
import HeadroomBus
import HeadroomCore
import HeadroomObserving

/// Prints what an observer of candidates says, a line each:
///
///     is active | is waiting REASON | is unavailable REASON
///     knows nothing
///     knows engine NAME|- shown yes|no|- since US caret X,Y,W,H|- table ROWS,PAGE,LAYOUT|-
final class Printer: ObserverHost {
    let loop: EventLoop
    let bus: Connection

    init() throws(BusError) {
        loop = try EventLoop()
        bus = Connection(loop: loop, address: .session)
        try bus.open()
    }

    func observer(_ observer: any KeyboardObserver, is availability: Availability) {
        let reason = availability.reason.isEmpty ? "" : " \(availability.reason)"
        say("is \(availability.word)\(reason)")
    }

    func observer(_ observer: any KeyboardObserver, knows facts: Facts?) {
        guard let facts else { return say("knows nothing") }
        for witness in facts.candidates ?? [] { say("knows \(text(witness))") }
    }

    private func text(_ witness: CandidateWitness) -> String {
        let shown = witness.isShown.map { $0 ? "yes" : "no" } ?? "-"
        let caret = witness.caret.map { "\($0.x),\($0.y),\($0.width),\($0.height)" } ?? "-"
        let table = witness.table.map { "\($0.rows),\($0.pageSize),\($0.layout.rawValue)" } ?? "-"
        return "engine \(witness.engine ?? "-") shown \(shown) since \(witness.since) caret \(caret) table \(table)"
    }

    private func say(_ line: String) {
        var text = line + "\n"
        text.withUTF8 { _ = write(STDOUT_FILENO, $0.baseAddress, $0.count) }
    }
}

/// Runs one observer of candidates as the user of a desktop. The argument says which: `IBus` (as where windows are seen) or
/// `IBus-tables` (as where they are not).
@main
struct Main {
    private static let observers: [String: @Sendable () -> any KeyboardObserver] = [
        "IBus": { IBusObserver(windowObserver: "X11") },
        "IBus-tables": { IBusObserver(windowObserver: nil) },
    ]

    static func main() throws {
        guard let observer = CommandLine.arguments.dropFirst().first.flatMap({ observers[$0] })?() else {
            print("usage: observer-watch \(observers.keys.sorted().joined(separator: "|"))")
            exit(2)
        }
        let host = try Printer()
        observer.start(host)
        exit(try host.loop.run())
    }
}
