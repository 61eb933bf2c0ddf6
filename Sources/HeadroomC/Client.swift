// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CHeadroom
internal import HeadroomClient

@c @implementation
public func headroom_client_open(
    _ address: UnsafePointer<CChar>?, _ client: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<headroom_error>?
) -> headroom_code {
    answering(error) { () throws(Failure) in
        let place = try Given.place(client, "client")
        let bus = address == nil ? Client.Bus.session : .at(try Given.text(address, "address", most: 4096))
        let opened: Client
        do throws(ClientError) { opened = try Client(bus: bus) } catch { throw Failure(error) }
        place.pointee = OpaquePointer(retaining: ClientHandle(opened))
    }
}

@c @implementation
public func headroom_client_close(_ client: OpaquePointer?) { client?.released(ClientHandle.self).close() }

@c @implementation
public func headroom_client_fd(_ client: OpaquePointer?) -> Int32 {
    guard let handle = try? Given.client(client) else { return -1 }
    return (try? handle.client.fileDescriptor) ?? -1
}

@c @implementation
public func headroom_client_dispatch(
    _ client: OpaquePointer?, _ error: UnsafeMutablePointer<headroom_error>?
) -> headroom_code {
    answering(error) { () throws(Failure) in
        let handle = try Given.client(client)
        try handle.turn { client throws(ClientError) in try client.dispatch() }
    }
}

@c @implementation
public func headroom_client_run(
    _ client: OpaquePointer?, _ exit_code: UnsafeMutablePointer<Int32>?, _ error: UnsafeMutablePointer<headroom_error>?
) -> headroom_code {
    answering(error) { () throws(Failure) in
        let handle = try Given.client(client)
        let code = try handle.turn { client throws(ClientError) in try client.run() }
        exit_code?.pointee = code
    }
}

@c @implementation
public func headroom_client_stop(_ client: OpaquePointer?, _ exit_code: Int32) {
    guard let handle = try? Given.client(client) else { return }
    handle.client.stop(exit_code)
}

@c @implementation
public func headroom_client_show(
    _ client: OpaquePointer?, _ ended: headroom_ended?, _ data: UnsafeMutableRawPointer?,
    _ error: UnsafeMutablePointer<headroom_error>?
) -> headroom_code {
    answering(error) { () throws(Failure) in
        let handle = try Given.client(client)
        handle.client.show(handle.request(ended, data))
    }
}

@c @implementation
public func headroom_client_hide(
    _ client: OpaquePointer?, _ ended: headroom_ended?, _ data: UnsafeMutableRawPointer?,
    _ error: UnsafeMutablePointer<headroom_error>?
) -> headroom_code {
    answering(error) { () throws(Failure) in
        let handle = try Given.client(client)
        handle.client.hide(handle.request(ended, data))
    }
}
