// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CHeadroom
internal import HeadroomCore

extension Given {
    static func keyboard(_ pointer: UnsafePointer<headroom_keyboard>?) throws(Failure) -> KeyboardReport {
        let given = try structure(pointer, "keyboard")
        let height = try number(given.height, "keyboard.height")
        let frame = try rect(given.frame, "keyboard.frame")
        let placement = given.placement == nil ? nil : try text(given.placement, "keyboard.placement")
        return KeyboardReport(
            frame.map { .frame($0) } ?? .height(height),
            candidateBar: .init(
                height: try length(given.candidate_bar_height, "keyboard.candidate_bar_height"),
                isIncluded: !given.is_candidate_bar_outside),
            accessory: .init(
                height: try length(given.accessory_height, "keyboard.accessory_height"),
                isIncluded: !given.is_accessory_outside),
            roomBelowCaret: try length(given.room_below_caret, "keyboard.room_below_caret"),
            placement: placement.map { Placement(rawValue: $0) },
            regions: try rects(given.regions, given.region_count, "keyboard.regions"),
            isEstimated: given.is_estimated, compositorAvoids: given.compositor_avoids,
            usable: try rect(given.usable, "keyboard.usable"))
    }
}

@c @implementation
public func headroom_keyboard_from_notification(
    _ notification: UnsafePointer<headroom_notification>?, _ window_states: UnsafePointer<UnsafePointer<CChar>?>?,
    _ window_state_count: UInt32, _ keyboard: UnsafeMutablePointer<headroom_keyboard>?,
    _ error: UnsafeMutablePointer<headroom_error>?
) -> headroom_code {
    answering(error) { () throws(Failure) in
        let place = try Given.sizedPlace(keyboard, "keyboard")
        let told = try Given.notification(notification)
        let given = try Given.pointer(notification, "notification")
        let states = try Given.texts(window_states, window_state_count, "window_states")
        let report = KeyboardReport(told, windowStates: states)
        var answer = headroom_keyboard.sized()
        answer.frame = frameEnd(of: given)
        answer.candidate_bar_height = report.candidateBar.height
        answer.is_estimated = report.isEstimated
        answer.compositor_avoids = report.compositorAvoids
        answer.room_below_caret = report.roomBelowCaret
        answer.placement = given.pointee.placement
        answer.regions = given.pointee.regions
        answer.region_count = given.pointee.region_count
        answer.usable = given.pointee.usable
        place.pointee = answer
    }
}

/// Where a notification has its end frame.
private func frameEnd(of notification: UnsafePointer<headroom_notification>) -> UnsafePointer<headroom_rect>? {
    MemoryLayout<headroom_notification>.offset(of: \.frame_end).map {
        (UnsafeRawPointer(notification) + $0).assumingMemoryBound(to: headroom_rect.self)
    }
}
