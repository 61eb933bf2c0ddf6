import Foundation
import HeadroomBus
import Support

/// What `headroomd` tells on a desktop, as `dbus-monitor` prints it, and the daemon itself.
package final class Story {
    package let desktop: Session
    package let daemon: Teller
    /// All that was told so far.
    package private(set) var told: [Told] = []
    /// How many of them were waited for.
    private var read = 0
    private let monitor: Teller
    private var reader = ToldReader()
    private var lines = 0

    /// Starts a `dbus-monitor` and then the daemon, and waits until it owns its name and, unless nothing is there to be
    /// looked at, has looked at the desktop.
    package init(
        _ desktop: Session, looks: Bool = true, environment: [String: String] = [:], _ arguments: String...
    ) throws {
        self.desktop = desktop
        monitor = try desktop.start(
            "stdbuf", ["-oL", "dbus-monitor", "--address", desktop.busAddress, Story.rule])
        // The first thing a monitor prints is that it lost its name.
        try monitor.wait(for: "its start") { $0.contains("NameLost") }
        let program = try desktop.bring(try BuiltProgram.path("headroomd"))
        var isOwned = false
        let watch = desktop.bus.watchName("org.headroom.Headroom1") { isOwned = $0 != nil }
        defer { watch.cancel() }
        daemon = try desktop.start(program, arguments, environment: environment)
        try desktop.loop.wait("headroomd to own its name", log: daemon.process.log) { isOwned }
        if looks { try waitForObservers([desktop.windowObserver: "active"]) }
    }

    private static let rule = "type='signal',interface='org.headroom.Headroom1.Keyboard'"

    /// Waits until observers have these availabilities.
    package func waitForObservers(_ wanted: [String: String]) throws {
        for _ in 0..<2000 {
            let known = try observers()
            if wanted.allSatisfy({ known[$0.key] == $0.value }) { return }
            // The daemon answers 200 calls a second.
            try desktop.pass(microseconds: 10_000)
        }
        throw TestFailure("observers are \(try observers()), not \(wanted)\n\(log)")
    }

    private func observers() throws -> [String: String] {
        let call = try Message.call(
            "org.headroom.Headroom1", "/org/headroom/Headroom1", "org.headroom.Headroom1.Keyboard", "ListObservers")
        return try desktop.ask(call) { reader throws(BusError) in
            var all: [String: String] = [:]
            try reader.array { element throws(BusError) in
                let (name, availability) = try element.structure { fields throws(BusError) in
                    (try fields.string(), try fields.string())
                }
                all[name] = availability
            }
            return all
        }
    }

    // MARK: - What is told

    /// Waits for the next notification.
    ///
    /// - Throws: if it is another than expected.
    @discardableResult
    package func next(_ member: String, seconds: Double = 30) throws -> Told {
        try desktop.loop.wait("\(member)", seconds: seconds, log: log) {
            take()
            return told.count > read
        }
        let note = told[read]
        read += 1
        guard note.member == member else { throw TestFailure("\(note.member) instead of \(member)\n\(log)") }
        return note
    }

    /// Waits until what was told and not waited for fits.
    ///
    /// - Returns: all of it; it counts as waited for.
    package func wait(for what: String, seconds: Double = 30, where fits: ([Told]) -> Bool) throws -> [Told] {
        try desktop.loop.wait(what, seconds: seconds, log: log) {
            take()
            return fits(Array(told[read...]))
        }
        defer { read = told.count }
        return Array(told[read...])
    }

    /// What was told and not waited for; whoever answers now has handled all that was sent to it before.
    package func pending() throws -> [Told] {
        _ = try observers()
        try settleMonitor()
        take()
        return Array(told[read...])
    }

    /// Lets go of what was told and not waited for.
    package func skip() throws { read += try pending().count }

    /// Has the monitor print a signal of ours; what was sent before it is printed then.
    private func settleMonitor() throws {
        settled += 1
        let mark = "Mark\(settled)"
        try desktop.bus.send(
            Message.signal(
                "/org/headroom/Test", "org.headroom.Headroom1.Keyboard", try MemberName(mark), "",
                body: { _ throws(BusError) in }))
        try desktop.loop.wait("the monitor", log: log) { monitor.lines.contains { $0.hasSuffix("member=\(mark)") } }
    }

    private var settled = 0

    private func take() {
        while lines < monitor.lines.count {
            if let note = reader.take(monitor.lines[lines]) { told.append(note) }
            lines += 1
        }
    }

    /// What happened, for failures.
    package var log: String {
        let notes = told.suffix(12).map {
            "\($0.serial) \($0.member) \($0.output) \($0.begin) -> \($0.end) \($0.durationMS) ms \($0.details)"
        }
        return (notes + [daemon.process.log]).joined(separator: "\n")
    }
}

extension Session {
    /// Copies a built program to where the desktop's user can run it.
    ///
    /// - Returns: its path there.
    package func bring(_ program: String) throws -> String {
        let name = program.split(separator: "/").last.map(String.init) ?? ""
        let path = "\(programs)/\(name)"
        if !FileManager.default.fileExists(atPath: path) {
            try FileManager.default.copyItem(atPath: program, toPath: path)
        }
        return path
    }

    /// Asks somebody on the bus and reads the reply.
    func ask<Answer>(
        _ call: borrowing Message, _ body: @escaping (inout Reader) throws(BusError) -> Answer
    ) throws -> Answer {
        var answer: Result<Answer, BusError>?
        bus.call(call) { result in
            switch result {
            case .success(let reply):
                do throws(BusError) {
                    answer = .success(try reply.read(body))
                } catch {
                    answer = .failure(error)
                }
            case .failure(let error): answer = .failure(error)
            }
        }
        try loop.wait("a reply") { answer != nil }
        guard let answer else { throw TestFailure("no reply") }
        return try answer.get()
    }
}
