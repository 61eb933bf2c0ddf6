// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CHeadroom
internal import HeadroomClient
internal import HeadroomCore

extension headroom_notification {
    /// `arena` holds what it points to.
    init(_ notification: Notification, _ arena: Arena) {
        let details = notification.details
        self = .sized()
        kind = headroom_kind(notification.kind)
        serial = notification.serial
        completes = details.completes ?? 0
        output = arena.text(notification.output)
        frame_begin = headroom_rect(notification.frameBegin)
        frame_end = headroom_rect(notification.frameEnd)
        bottom_inset = notification.bottomInset
        candidate_bar_height = notification.candidateBarHeight
        candidate_bar_height_begin = details.candidateBarHeightBegin
        room_below_caret = details.roomBelowCaret
        start_time = details.startTime
        duration_ms = notification.durationMS
        curve = headroom_curve(details.curve)
        velocity = details.velocity
        placement = arena.text(details.placement.rawValue)
        reason = arena.text(details.reason.rawValue)
        origin = arena.text(details.origin)
        engine = arena.text(details.engine)
        is_estimated = details.isEstimated
        is_candidate_bar_reserved = details.isCandidateBarReserved
        output_frame = arena.value(details.outputFrame.map { headroom_rect($0) })
        usable = arena.value(details.usable.map { headroom_rect($0) })
        compositor_avoids = arena.texts(details.compositorAvoids)
        compositor_avoids_count = UInt32(details.compositorAvoids.count)
        regions = arena.list(details.regions.map { headroom_rect($0) })
        region_count = UInt32(details.regions.count)
    }
}

extension headroom_state {
    /// `arena` holds what it points to.
    init(_ state: KeyboardState, _ arena: Arena) {
        self = .sized()
        phase = headroom_phase(state.phase)
        is_daemon_present = state.isDaemonPresent
        can_show = state.properties.canShow
        can_hide = state.properties.canHide
        is_watching = state.properties.isWatching
        notification = arena.value(headroom_notification(state.notification, arena))
        outputs = arena.list(state.properties.outputs.map { headroom_output($0, arena) })
        output_count = UInt32(state.properties.outputs.count)
    }
}

extension Given {
    static func notification(_ pointer: UnsafePointer<headroom_notification>?) throws(Failure) -> Notification {
        let given = try structure(pointer, "notification")
        let details = Notification.Details(
            startTime: given.start_time, curve: try curve(given.curve, "notification.curve"),
            velocity: try number(given.velocity, "notification.velocity"),
            placement: Placement(rawValue: try text(given.placement, "notification.placement")),
            reason: Reason(rawValue: try text(given.reason, "notification.reason")),
            origin: try text(given.origin, "notification.origin"), isEstimated: given.is_estimated,
            completes: given.completes > 0 ? given.completes : nil,
            outputFrame: try rect(given.output_frame, "notification.output_frame"),
            usable: try rect(given.usable, "notification.usable"),
            compositorAvoids: try texts(
                given.compositor_avoids, given.compositor_avoids_count, "notification.compositor_avoids"),
            engine: try text(given.engine, "notification.engine"),
            candidateBarHeightBegin: try length(
                given.candidate_bar_height_begin, "notification.candidate_bar_height_begin"),
            isCandidateBarReserved: given.is_candidate_bar_reserved,
            roomBelowCaret: try length(given.room_below_caret, "notification.room_below_caret"),
            regions: try rects(given.regions, given.region_count, "notification.regions"))
        return Notification(
            kind: try kind(given.kind), serial: given.serial,
            output: try text(given.output, "notification.output"),
            frameBegin: try rect(given.frame_begin, "notification.frame_begin"),
            frameEnd: try rect(given.frame_end, "notification.frame_end"),
            bottomInset: try length(given.bottom_inset, "notification.bottom_inset"),
            candidateBarHeight: try length(given.candidate_bar_height, "notification.candidate_bar_height"),
            durationMS: given.duration_ms, details: details)
    }

    private static func kind(_ kind: headroom_kind) throws(Failure) -> Notification.Kind {
        guard let kind = Notification.Kind(kind) else { throw .invalid("notification.kind", "is none of the six") }
        return kind
    }
}

extension Notification.Kind {
    init?(_ kind: headroom_kind) {
        switch kind {
        case HEADROOM_WILL_SHOW: self = .willShow
        case HEADROOM_DID_SHOW: self = .didShow
        case HEADROOM_WILL_CHANGE_FRAME: self = .willChangeFrame
        case HEADROOM_DID_CHANGE_FRAME: self = .didChangeFrame
        case HEADROOM_WILL_HIDE: self = .willHide
        case HEADROOM_DID_HIDE: self = .didHide
        default: return nil
        }
    }
}

extension headroom_kind {
    init(_ kind: Notification.Kind) {
        switch kind {
        case .willShow: self = HEADROOM_WILL_SHOW
        case .didShow: self = HEADROOM_DID_SHOW
        case .willChangeFrame: self = HEADROOM_WILL_CHANGE_FRAME
        case .didChangeFrame: self = HEADROOM_DID_CHANGE_FRAME
        case .willHide: self = HEADROOM_WILL_HIDE
        case .didHide: self = HEADROOM_DID_HIDE
        }
    }
}

extension headroom_phase {
    init(_ phase: Phase) {
        switch phase {
        case .hidden: self = HEADROOM_PHASE_HIDDEN
        case .showing: self = HEADROOM_PHASE_SHOWING
        case .shown: self = HEADROOM_PHASE_SHOWN
        case .changing: self = HEADROOM_PHASE_CHANGING
        case .hiding: self = HEADROOM_PHASE_HIDING
        }
    }
}

@c @implementation
public func headroom_kind_name(_ kind: headroom_kind) -> UnsafePointer<CChar>? {
    let name: StaticString =
        switch Notification.Kind(kind) {
        case .willShow: "WillShow"
        case .didShow: "DidShow"
        case .willChangeFrame: "WillChangeFrame"
        case .didChangeFrame: "DidChangeFrame"
        case .willHide: "WillHide"
        case .didHide: "DidHide"
        case nil: ""
        }
    return UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
}

@c @implementation
public func headroom_notification_frame_at(
    _ notification: UnsafePointer<headroom_notification>?, _ time: UInt64,
    _ frame: UnsafeMutablePointer<headroom_rect>?, _ error: UnsafeMutablePointer<headroom_error>?
) -> headroom_code {
    answering(error) { () throws(Failure) in
        let place = try Given.place(frame, "frame")
        place.pointee = headroom_rect(try Given.notification(notification).motion.frame(at: time))
    }
}
