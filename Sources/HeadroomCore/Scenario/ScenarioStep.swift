/// A moment of a scenario, for whoever draws it: the session after an event.
public struct ScenarioStep: Sendable, Hashable {
    /// The event's name in the file; `start` for the moment before the first.
    public var event: String
    /// When it happened, in µs.
    public var time: UInt64
    /// What is then: ``AvoidanceSession/scene``, ``AvoidanceSession/cover``, ``AvoidanceSession/adjustment``.
    public var session: AvoidanceSession

    /// The moments of the scenario on one line, its end left out.
    ///
    /// - Parameters:
    ///   - bytes: the line.
    ///   - file: the file's name, for messages.
    ///   - line: the line's number, counted from 1.
    /// - Returns: the scenario's id, and its moments in order, `start` first.
    /// - Throws: ``ScenarioError`` if the line cannot be read, or has no session in it (`queries`, `timeline`).
    public static func all(
        in bytes: [UInt8], file: String, line: Int
    ) throws(ScenarioError) -> (id: String, steps: [ScenarioStep]) {
        let scenario = try ScenarioCase(bytes, file: file, line: line)
        switch scenario.input {
        case .session(let session):
            return (scenario.id, SessionRun(session).steps())
        case .popups, .timeline:
            throw ScenarioError(file: file, line: line, key: "input.mode", message: "is missing, so nothing moves")
        }
    }
}
