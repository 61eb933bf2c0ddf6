internal import CHeadroom
internal import HeadroomClient

/// What a `headroom_client` stands for: a client, what was made with it, and who waits for an answer.
final class ClientHandle {
    let client: Client
    private(set) var isOpen = true
    /// Whether it is dispatched or run just now.
    private var isTurning = false
    private var children: [ObjectIdentifier: () -> Void] = [:]
    /// Who waits for an answer, and is told that there will be none.
    private var waiting: [UInt64: () -> Void] = [:]
    private var lastRequest: UInt64 = 0

    init(_ client: Client) { self.client = client }

    /// Runs a part of the loop; never one within another.
    func turn<Value>(_ body: (Client) throws(ClientError) -> Value) throws(Failure) -> Value {
        guard !isTurning else { throw .invalid("client", "is dispatched from within its own callback") }
        isTurning = true
        defer { isTurning = false }
        do throws(ClientError) { return try body(client) } catch { throw Failure(error) }
    }

    /// Ends everything that was made with it. Nobody is called afterwards.
    func close() {
        isOpen = false
        for end in children.values { end() }
        children = [:]
        if isTurning { client.stop() }
        for number in waiting.keys.sorted() { waiting.removeValue(forKey: number)?() }
    }

    // MARK: What was made with it

    /// `end` is called when the client is closed, unless `child` is forgotten before.
    func adopt(_ child: AnyObject, _ end: @escaping () -> Void) { children[ObjectIdentifier(child)] = end }

    func forget(_ child: AnyObject) { children[ObjectIdentifier(child)] = nil }

    // MARK: Requests

    /// What a request of the client is given to tell its end. It tells `ended` once, and ``close()`` does where it has
    /// not.
    func request<Value>(
        _ ended: @escaping (Result<Value, Failure>) -> Void
    ) -> (Result<Value, ClientError>) -> Void {
        lastRequest += 1
        let number = lastRequest
        waiting[number] = { ended(.failure(.closed)) }
        return { [weak self] result in
            guard self?.waiting.removeValue(forKey: number) != nil else { return }
            ended(result.mapError(Failure.init))
        }
    }

    /// The same for a function of the header.
    func request(
        _ ended: headroom_ended?, _ data: UnsafeMutableRawPointer?
    ) -> (Result<Void, ClientError>) -> Void {
        request { (result: Result<Void, Failure>) in
            withUnsafePointer(to: result.record) { ended?(data, $0) }
        }
    }
}

extension Given {
    /// A client that is open. While it is being closed, whoever is told of that still has the handle.
    static func client(_ pointer: OpaquePointer?) throws(Failure) -> ClientHandle {
        let client = try handle(pointer, ClientHandle.self, "client")
        guard client.isOpen else { throw .closed }
        return client
    }
}

extension Result where Failure == HeadroomC.Failure {
    /// How it ended, as the header has it.
    var record: headroom_error {
        switch self {
        case .success: .none
        case .failure(let failure): failure.record
        }
    }
}

/// What a handle of a client's own stands for, such as a `headroom_plugin`: something of the client's that ends with this
/// handle or with the client, whichever is first.
final class Attachment<Content: AnyObject> {
    private weak var owner: ClientHandle?
    private(set) var content: Content?
    /// What callers were given pointers into, until there is something newer.
    var arena = Arena()

    /// `make` is given a way to ask, in callbacks, for what it made; nil: nobody may be told any more.
    init(
        _ owner: ClientHandle, _ make: (_ current: @escaping () -> Content?) throws(ClientError) -> Content
    ) throws(Failure) {
        self.owner = owner
        do throws(ClientError) {
            content = try make { [weak self] in self?.content }
        } catch {
            throw Failure(error)
        }
        owner.adopt(self) { [weak self] in self?.content = nil }
    }

    /// Both it and its client, while both are open.
    func opened() throws(Failure) -> (content: Content, owner: ClientHandle) {
        guard let content, let owner else { throw .closed }
        return (content, owner)
    }

    func close() {
        content = nil
        owner?.forget(self)
    }
}

extension OpaquePointer {
    /// A handle that keeps `object` until ``release(_:_:)``.
    init(retaining object: some AnyObject) { self.init(Unmanaged.passRetained(object).toOpaque()) }

    /// Lets go of what a handle stands for, and answers it a last time.
    func released<Object: AnyObject>(_ type: Object.Type) -> Object {
        Unmanaged<Object>.fromOpaque(UnsafeRawPointer(self)).takeRetainedValue()
    }
}
