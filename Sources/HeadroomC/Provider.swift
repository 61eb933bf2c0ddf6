// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CHeadroom
internal import HeadroomClient
internal import HeadroomCore

private typealias ProviderHandle = Attachment<Provider>

@c @implementation
public func headroom_provider_open(
    _ client: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ requested: headroom_requested?,
    _ data: UnsafeMutableRawPointer?, _ provider: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<headroom_error>?
) -> headroom_code {
    answering(error) { () throws(Failure) in
        let owner = try Given.client(client)
        let place = try Given.place(provider, "provider")
        let name = try Given.text(name, "name")
        let handle = try ProviderHandle(owner) { current in
            let provider = owner.client.provider(name: name)
            provider.onRequest = { request in
                guard current() != nil, let requested else { return }
                let arena = Arena()
                withExtendedLifetime(arena) { requested(data, arena.value(headroom_request(request, arena))) }
            }
            return provider
        }
        place.pointee = OpaquePointer(retaining: handle)
    }
}

@c @implementation
public func headroom_provider_close(_ provider: OpaquePointer?) { provider?.released(ProviderHandle.self).close() }

@c @implementation
public func headroom_provider_publish(
    _ provider: OpaquePointer?, _ publication: UnsafePointer<headroom_publication>?,
    _ published: headroom_published?, _ data: UnsafeMutableRawPointer?, _ error: UnsafeMutablePointer<headroom_error>?
) -> headroom_code {
    answering(error) { () throws(Failure) in
        let (provider, owner) = try Given.handle(provider, ProviderHandle.self, "provider").opened()
        let publication = try Given.publication(publication)
        provider.publish(
            publication,
            owner.request { (result: Result<Bool, Failure>) in
                let isBelieved = (try? result.get()) ?? false
                withUnsafePointer(to: result.record) { published?(data, isBelieved, $0) }
            })
    }
}

@c @implementation
public func headroom_provider_withdraw(
    _ provider: OpaquePointer?, _ error: UnsafeMutablePointer<headroom_error>?
) -> headroom_code {
    answering(error) { () throws(Failure) in
        try Given.handle(provider, ProviderHandle.self, "provider").opened().content.withdraw()
    }
}

extension headroom_request {
    /// `arena` holds what it points to.
    fileprivate init(_ request: Provider.Request, _ arena: Arena) {
        self = .sized()
        switch request {
        case .show:
            kind = HEADROOM_REQUEST_SHOW
            output = arena.text("")
        case .hide:
            kind = HEADROOM_REQUEST_HIDE
            output = arena.text("")
        case .move(let keepFree, let output):
            kind = HEADROOM_REQUEST_MOVE
            keep_free = headroom_rect(keepFree)
            self.output = arena.text(output)
        }
    }
}
