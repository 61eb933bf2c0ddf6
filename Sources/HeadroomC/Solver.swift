// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CHeadroom
internal import HeadroomCore

@c @implementation
public func headroom_solve(
    _ scene: UnsafePointer<headroom_scene>?, _ keyboard: UnsafePointer<headroom_keyboard>?,
    _ options: UnsafePointer<headroom_options>?, _ adjustment: UnsafeMutablePointer<headroom_adjustment>?,
    _ inner_offsets: UnsafeMutablePointer<Double>?, _ error: UnsafeMutablePointer<headroom_error>?
) -> headroom_code {
    answering(error) { () throws(Failure) in
        let place = try Given.sizedPlace(adjustment, "adjustment")
        let before = try Given.scene(scene)
        let options = try Given.options(options)
        var cover: Cover?
        if keyboard != nil {
            var hold = BarHold()
            cover = Cover(try Given.keyboard(keyboard), on: before.outputs, content: before.place, hold: &hold)
        }
        var untouched = Adjustment()
        untouched.offset = before.scroll?.offset ?? 0
        untouched.insetBottom = before.scroll?.insetBottom ?? 0
        var solved = before
        let answer = solved.avoid(cover, options: options)
        for index in solved.inner.indices { inner_offsets?[index] = solved.inner[index].offset }
        place.pointee = headroom_adjustment(answer)
        place.pointee.is_command = answer.differs(from: untouched) || solved.inner != before.inner
    }
}

extension headroom_adjustment {
    init(_ adjustment: Adjustment) {
        self = .sized()
        shift = adjustment.shift
        window_shift = adjustment.windowShift
        offset = adjustment.offset
        inset_bottom = adjustment.insetBottom
        remainder = adjustment.remainder
        covered = adjustment.covered
        hold_until = .max
    }

    init(_ change: AvoidanceChange) {
        self.init(change.adjustment)
        is_command = change.isCommand
        hold_until = change.holdUntil ?? .max
    }
}
