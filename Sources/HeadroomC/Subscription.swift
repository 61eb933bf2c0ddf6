// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CHeadroom
internal import HeadroomClient

private typealias SubscriptionHandle = Attachment<KeyboardSubscription>

@c @implementation
public func headroom_subscribe(
    _ client: OpaquePointer?, _ told: headroom_told?, _ data: UnsafeMutableRawPointer?,
    _ subscription: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<headroom_error>?
) -> headroom_code {
    answering(error) { () throws(Failure) in
        let owner = try Given.client(client)
        let place = try Given.place(subscription, "subscription")
        guard let told else { throw .invalid("told", "is NULL") }
        let handle = try SubscriptionHandle(owner) { current throws(ClientError) in
            try owner.client.subscribe { update in
                guard let state = current()?.state else { return }
                let arena = Arena()
                withExtendedLifetime(arena) {
                    told(data, headroom_update(update), arena.value(headroom_state(state, arena)))
                }
            }
        }
        place.pointee = OpaquePointer(retaining: handle)
    }
}

@c @implementation
public func headroom_subscription_state(_ subscription: OpaquePointer?) -> UnsafePointer<headroom_state>? {
    guard let handle = try? Given.handle(subscription, SubscriptionHandle.self, "subscription"),
        let state = handle.content?.state
    else { return nil }
    handle.arena = Arena()
    return handle.arena.value(headroom_state(state, handle.arena))
}

@c @implementation
public func headroom_subscription_close(_ subscription: OpaquePointer?) {
    subscription?.released(SubscriptionHandle.self).close()
}

extension headroom_update {
    fileprivate init(_ update: KeyboardUpdate) {
        switch update {
        case .current: self = HEADROOM_UPDATE_CURRENT
        case .notification: self = HEADROOM_UPDATE_NOTIFICATION
        case .properties: self = HEADROOM_UPDATE_PROPERTIES
        }
    }
}
