/// How a name is requested.
package struct NameFlags: OptionSet, Sendable, Hashable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Another connection may take the name over.
    package static let allowReplacement = NameFlags(rawValue: 1)
    /// Takes the name over from an owner that allows it.
    package static let replaceExisting = NameFlags(rawValue: 2)
    /// Does not wait in line for the name.
    package static let doNotQueue = NameFlags(rawValue: 4)
}

/// What the bus answers to a request for a name.
package enum NameReply: UInt32, Sendable, Hashable {
    /// The name is ours now.
    case primaryOwner = 1
    /// Another connection owns it; we are next in line.
    case inQueue = 2
    /// Another connection owns it, and we do not wait.
    case exists = 3
    /// The name was ours before.
    case alreadyOwner = 4
}

/// A name that this connection asked for and did not give up.
final class NameRequest {
    let name: BusName
    fileprivate let flags: NameFlags
    fileprivate let answered: (Result<NameReply, BusError>) -> Void

    fileprivate init(
        name: BusName, flags: NameFlags, answered: @escaping (Result<NameReply, BusError>) -> Void
    ) {
        self.name = name
        self.flags = flags
        self.answered = answered
    }
}

/// The names that a connection watches and requests.
struct NameTable {
    var watched: [BusName: NameEntry] = [:]
    var requested: [NameRequest] = []

    func isRequested(_ name: Text) -> Bool { requested.contains { name.equals($0.name.text) } }
}

extension Connection {
    /// Requests a well-known name; export objects before. Asked again, and answered again, each time the connection is
    /// opened, until the name is released.
    package func requestName(
        _ name: BusName, _ flags: NameFlags = [], _ answered: @escaping (Result<NameReply, BusError>) -> Void
    ) {
        names.requested.removeAll { $0.name == name }
        let request = NameRequest(name: name, flags: flags, answered: answered)
        names.requested.append(request)
        if state != .closed { send(request) }
    }

    func send(_ request: NameRequest) {
        do throws(BusError) {
            try request.name.check()
            let message = try Message.toBus("RequestName", "su") { writer throws(BusError) in
                try writer.string(request.name.text)
                try writer.uint32(request.flags.rawValue)
            }
            call(message) { result in
                switch result {
                case .success(let reply): request.answered(Self.nameReply(reply))
                case .failure(let error): request.answered(.failure(error))
                }
            }
        } catch {
            loop.later { request.answered(.failure(error)) }
        }
    }

    private static func nameReply(_ reply: borrowing Message) -> Result<NameReply, BusError> {
        do throws(BusError) {
            let code = try reply.read { reader throws(BusError) in try reader.uint32() }
            guard let known = NameReply(rawValue: code) else {
                return .failure(BusError(.invalidValue, "RequestName answered \(code)"))
            }
            return .success(known)
        } catch {
            return .failure(error)
        }
    }

    /// Gives a name up, or leaves the line for it.
    package func releaseName(
        _ name: BusName, _ answered: @escaping (Result<Void, BusError>) -> Void = { _ in }
    ) {
        do throws(BusError) {
            try name.check()
            let message = try Message.toBus("ReleaseName", "s") { writer throws(BusError) in
                try writer.string(name.text)
            }
            call(message) { [weak self] result in
                // Calls to the name that were on their way before this are still answered.
                self?.names.requested.removeAll { $0.name == name }
                switch result {
                case .success: answered(.success(()))
                case .failure(let error): answered(.failure(error))
                }
            }
        } catch {
            loop.later { answered(.failure(error)) }
        }
    }

    func receiveNameSignal(_ message: borrowing Message) {
        guard onNameAcquired != nil || onNameLost != nil, message.isFromBus, let member = message.member,
            member == "NameAcquired" || member == "NameLost",
            let name = try? message.read({ reader throws(BusError) in try BusName(try reader.text()) }), !name.isUnique
        else { return }
        if member == "NameAcquired" { onNameAcquired?(name) } else { onNameLost?(name) }
    }
}
