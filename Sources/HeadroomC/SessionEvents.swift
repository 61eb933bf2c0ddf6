// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CHeadroom
internal import HeadroomCore

@c @implementation
public func headroom_session_notified(
    _ session: OpaquePointer?, _ notification: UnsafePointer<headroom_notification>?,
    _ window_states: UnsafePointer<UnsafePointer<CChar>?>?, _ window_state_count: UInt32, _ time: UInt64,
    _ adjustment: UnsafeMutablePointer<headroom_adjustment>?, _ error: UnsafeMutablePointer<headroom_error>?
) -> headroom_code {
    happening(session, adjustment, error) { session throws(Failure) in
        let states = try Given.texts(window_states, window_state_count, "window_states")
        return session.receive(try Given.notification(notification), windowStates: states, at: time)
    }
}

@c @implementation
public func headroom_session_stands(
    _ session: OpaquePointer?, _ state: UnsafePointer<headroom_state>?,
    _ window_states: UnsafePointer<UnsafePointer<CChar>?>?, _ window_state_count: UInt32, _ time: UInt64,
    _ adjustment: UnsafeMutablePointer<headroom_adjustment>?, _ error: UnsafeMutablePointer<headroom_error>?
) -> headroom_code {
    happening(session, adjustment, error) { session throws(Failure) in
        let states = try Given.texts(window_states, window_state_count, "window_states")
        let given = try Given.structure(state, "state")
        var notification = try Given.notification(given.notification)
        switch given.phase {
        // At rest it is a Did, which announces nothing; that the keyboard stands there may be news all the same.
        case HEADROOM_PHASE_SHOWING, HEADROOM_PHASE_SHOWN, HEADROOM_PHASE_CHANGING: notification.kind = .willShow
        case HEADROOM_PHASE_HIDING: notification.kind = .willHide
        case HEADROOM_PHASE_HIDDEN: return session.hide(at: time)
        default: throw .invalid("state.phase", "is none of the five")
        }
        return session.receive(notification, windowStates: states, at: time)
    }
}

@c @implementation
public func headroom_session_keyboard(
    _ session: OpaquePointer?, _ keyboard: UnsafePointer<headroom_keyboard>?, _ time: UInt64,
    _ pace: UnsafePointer<headroom_pace>?, _ adjustment: UnsafeMutablePointer<headroom_adjustment>?,
    _ error: UnsafeMutablePointer<headroom_error>?
) -> headroom_code {
    happening(session, adjustment, error) { session throws(Failure) in
        session.keyboard(try Given.keyboard(keyboard), at: time, pace: try Given.pace(pace))
    }
}

@c @implementation
public func headroom_session_hide(
    _ session: OpaquePointer?, _ time: UInt64, _ pace: UnsafePointer<headroom_pace>?, _ grace_ms: UInt32,
    _ adjustment: UnsafeMutablePointer<headroom_adjustment>?, _ error: UnsafeMutablePointer<headroom_error>?
) -> headroom_code {
    happening(session, adjustment, error) { session throws(Failure) in
        session.hide(at: time, pace: try Given.pace(pace), graceMS: grace_ms)
    }
}

@c @implementation
public func headroom_session_focus(
    _ session: OpaquePointer?, _ target: UnsafePointer<headroom_target>?, _ time: UInt64,
    _ pace: UnsafePointer<headroom_pace>?, _ adjustment: UnsafeMutablePointer<headroom_adjustment>?,
    _ error: UnsafeMutablePointer<headroom_error>?
) -> headroom_code {
    happening(session, adjustment, error) { session throws(Failure) in
        session.focus(try Given.target(target, "target"), at: time, pace: try Given.pace(pace))
    }
}

@c @implementation
public func headroom_session_caret(
    _ session: OpaquePointer?, _ target: UnsafePointer<headroom_target>?, _ time: UInt64,
    _ pace: UnsafePointer<headroom_pace>?, _ adjustment: UnsafeMutablePointer<headroom_adjustment>?,
    _ error: UnsafeMutablePointer<headroom_error>?
) -> headroom_code {
    happening(session, adjustment, error) { session throws(Failure) in
        guard let target = try Given.target(target, "target") else { throw .invalid("target", "is NULL") }
        return session.caret(target, at: time, pace: try Given.pace(pace))
    }
}

@c @implementation
public func headroom_session_user_scrolled(
    _ session: OpaquePointer?, _ offset: Double, _ time: UInt64,
    _ adjustment: UnsafeMutablePointer<headroom_adjustment>?, _ error: UnsafeMutablePointer<headroom_error>?
) -> headroom_code {
    happening(session, adjustment, error) { session throws(Failure) in
        session.userScrolled(to: try Given.number(offset, "offset"), at: time)
    }
}

@c @implementation
public func headroom_session_window_changed(
    _ session: OpaquePointer?, _ change: UnsafePointer<headroom_window_change>?, _ time: UInt64,
    _ pace: UnsafePointer<headroom_pace>?, _ adjustment: UnsafeMutablePointer<headroom_adjustment>?,
    _ error: UnsafeMutablePointer<headroom_error>?
) -> headroom_code {
    happening(session, adjustment, error) { session throws(Failure) in
        session.windowChanged(try Given.windowChange(change), at: time, pace: try Given.pace(pace))
    }
}

@c @implementation
public func headroom_session_outputs_changed(
    _ session: OpaquePointer?, _ outputs: UnsafePointer<headroom_output>?, _ output_count: UInt32,
    _ change: UnsafePointer<headroom_window_change>?, _ time: UInt64, _ pace: UnsafePointer<headroom_pace>?,
    _ adjustment: UnsafeMutablePointer<headroom_adjustment>?, _ error: UnsafeMutablePointer<headroom_error>?
) -> headroom_code {
    happening(session, adjustment, error) { session throws(Failure) in
        session.outputsChanged(
            to: try Given.outputs(outputs, output_count, "outputs"),
            change == nil ? WindowChange() : try Given.windowChange(change), at: time, pace: try Given.pace(pace))
    }
}

@c @implementation
public func headroom_session_advance(
    _ session: OpaquePointer?, _ time: UInt64, _ adjustment: UnsafeMutablePointer<headroom_adjustment>?,
    _ error: UnsafeMutablePointer<headroom_error>?
) -> headroom_code {
    happening(session, adjustment, error) { session throws(Failure) in session.advance(to: time) }
}

extension Given {
    fileprivate static func windowChange(
        _ pointer: UnsafePointer<headroom_window_change>?
    ) throws(Failure) -> WindowChange {
        let given = try structure(pointer, "change")
        var change = WindowChange(
            container: try rect(given.container, "change.container"),
            scroll: try scroll(given.scroll, "change.scroll"), includesShift: given.includes_shift)
        if let origin = given.parent_origin {
            change.parentOrigin = try point(origin.pointee, "change.parent_origin")
        }
        if given.is_target_given { change.target = .some(try target(given.target, "change.target")) }
        return change
    }
}
