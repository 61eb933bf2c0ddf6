import HeadroomBus

/// A provider that says what it is told to.
struct ScriptedProvider {
    private let connection: Connection

    init(_ connection: Connection) { self.connection = connection }

    /// Publishes line by line until standard input ends; prints what was answered to each.
    func run() throws(BusError) {
        say("ready")
        while let line = readLine() {
            let call = try Message.call(
                "org.headroom.Headroom1", "/org/headroom/Headroom1", "org.headroom.Headroom1.Provider",
                "PublishText", "s"
            ) { writer throws(BusError) in try writer.string(line) }
            var answer: String?
            connection.call(call) { result in answer = Self.text(result) }
            while answer == nil { try connection.loop.turn() }
            say(answer ?? "")
        }
    }

    private static func text(_ result: borrowing Result<Message, BusError>) -> String {
        switch result {
        case .success(let reply): (try? reply.read { reader throws(BusError) in "\(try reader.bool())" }) ?? "no bool"
        case .failure(let error): "\(error.name): \(error.message)"
        }
    }
}
