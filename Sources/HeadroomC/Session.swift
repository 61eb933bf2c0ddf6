// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CHeadroom
internal import HeadroomCore

/// What a `headroom_session` stands for.
final class SessionHandle {
    var session: AvoidanceSession
    /// What callers were given pointers into, until the next call.
    var arena = Arena()

    init(_ session: AvoidanceSession) { self.session = session }
}

/// Runs one event of a session, and writes what follows from it.
func happening(
    _ session: OpaquePointer?, _ adjustment: UnsafeMutablePointer<headroom_adjustment>?,
    _ error: UnsafeMutablePointer<headroom_error>?,
    _ event: (inout AvoidanceSession) throws(Failure) -> AvoidanceChange
) -> headroom_code {
    answering(error) { () throws(Failure) in
        let handle = try Given.handle(session, SessionHandle.self, "session")
        if adjustment != nil { _ = try Given.sizedPlace(adjustment, "adjustment") }
        handle.arena = Arena()
        let change = try event(&handle.session)
        adjustment?.pointee = headroom_adjustment(change)
    }
}

@c @implementation
public func headroom_session_open(
    _ scene: UnsafePointer<headroom_scene>?, _ options: UnsafePointer<headroom_options>?,
    _ session: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<headroom_error>?
) -> headroom_code {
    answering(error) { () throws(Failure) in
        let place = try Given.place(session, "session")
        let opened = AvoidanceSession(scene: try Given.scene(scene), options: try Given.options(options))
        place.pointee = OpaquePointer(retaining: SessionHandle(opened))
    }
}

@c @implementation
public func headroom_session_close(_ session: OpaquePointer?) { _ = session?.released(SessionHandle.self) }

// MARK: - Questions

@c @implementation
public func headroom_session_deadline(_ session: OpaquePointer?) -> UInt64 {
    (try? Given.handle(session, SessionHandle.self, "session"))?.session.deadline ?? .max
}

@c @implementation
public func headroom_session_shift_at(_ session: OpaquePointer?, _ time: UInt64) -> Double {
    (try? Given.handle(session, SessionHandle.self, "session"))?.session.shiftMotion.value(at: time) ?? 0
}

@c @implementation
public func headroom_session_offset_at(_ session: OpaquePointer?, _ time: UInt64) -> Double {
    (try? Given.handle(session, SessionHandle.self, "session"))?.session.offsetMotion.value(at: time) ?? 0
}

@c @implementation
public func headroom_session_inner_offsets(
    _ session: OpaquePointer?, _ offsets: UnsafeMutablePointer<Double>?, _ error: UnsafeMutablePointer<headroom_error>?
) -> headroom_code {
    answering(error) { () throws(Failure) in
        let inner = try Given.handle(session, SessionHandle.self, "session").session.scene.inner
        let place = try Given.place(offsets, "offsets")
        for index in inner.indices { place[index] = inner[index].offset }
    }
}

@c @implementation
public func headroom_session_report(
    _ session: OpaquePointer?, _ report: UnsafeMutablePointer<headroom_report>?,
    _ error: UnsafeMutablePointer<headroom_error>?
) -> headroom_code {
    answering(error) { () throws(Failure) in
        let handle = try Given.handle(session, SessionHandle.self, "session")
        let place = try Given.sizedPlace(report, "report")
        handle.arena = Arena()
        place.pointee = headroom_report(handle.session.report, on: handle.session.scene.outputs, handle.arena)
    }
}
