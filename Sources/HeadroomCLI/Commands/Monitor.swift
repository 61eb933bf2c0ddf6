import HeadroomBus
import HeadroomClient

extension Command {
    static let monitor = Command(
        "monitor", "the current state, then notifications and reports as they come",
        details: """
            With --json a line is what GetState answers, or a signal, its name as "signal"; where there is no daemon it
            is {"phase":"hidden","daemon":false}.
            """,
        options: [.json, Option("count", "N", "end after N notifications")]
    ) { arguments throws(Failure) in
        let count = try arguments.count("count", in: 1...Int(Int32.max))
        let session = try Session()
        let monitor = Monitor(session, isJSON: arguments.has("json"), count: count)
        let subscription = try session.subscribe { update in monitor.take(update) }
        defer { subscription.cancel() }
        let watch = session.client.watchAvoidance { update in monitor.take(update) }
        defer { watch.cancel() }
        return try session.run()
    }
}

/// Prints what a subscriber is told.
private final class Monitor {
    private let session: Session
    private let isJSON: Bool
    private var left: Int?

    init(_ session: Session, isJSON: Bool, count: Int?) {
        self.session = session
        self.isJSON = isJSON
        left = count
    }

    func take(_ update: KeyboardUpdate) {
        do throws(BusError) {
            switch update {
            case .current(let state):
                print(try json { () throws(BusError) in try JSON(state) } ?? state.line)
            case .notification(let notification):
                print(try json { () throws(BusError) in try JSON(notification) } ?? notification.line)
                left = left.map { $0 - 1 }
                if left == 0 { session.end() }
            case .properties:
                break
            }
        } catch {
            session.fail(Failure(error.message))
        }
    }

    func take(_ update: AvoidanceWatch.Update) {
        switch update {
        case .reported(let report):
            do throws(BusError) {
                print(try json { () throws(BusError) in try JSON(report) } ?? report.line)
            } catch {
                session.fail(Failure(error.message))
            }
        case .claimsChanged: break
        }
    }

    private func json(_ make: () throws(BusError) -> JSON) throws(BusError) -> String? {
        isJSON ? try make().description : nil
    }

    /// Ends when nobody reads any more.
    private func print(_ line: String) {
        if !Terminal.line(line) { session.end() }
    }
}
