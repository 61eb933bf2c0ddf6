import HeadroomClient

extension Command {
    static let show = Command("show", "ask the keyboard to show") { _ throws(Failure) in
        try request { client, ended in client.show(ended) }
    }

    static let hide = Command("hide", "ask the keyboard to hide") { _ throws(Failure) in
        try request { client, ended in client.hide(ended) }
    }

    private static func request(
        _ ask: (Client, @escaping (Result<Void, ClientError>) -> Void) -> Void
    ) throws(Failure) -> Int32 {
        let session = try Session()
        ask(session.client) { answer in
            switch answer {
            case .success: session.end()
            case .failure(let error): session.fail(Failure(error))
            }
        }
        return try session.run()
    }
}
