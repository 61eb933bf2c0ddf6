// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CHeadroom
internal import HeadroomCore

@c @implementation
public func headroom_convert(
    _ rect: UnsafeMutablePointer<headroom_rect>?, _ from: headroom_space, _ to: headroom_space,
    _ output: UnsafePointer<headroom_output>?, _ window: UnsafePointer<headroom_point>?,
    _ error: UnsafeMutablePointer<headroom_error>?
) -> headroom_code {
    answering(error) { () throws(Failure) in
        let place = try Given.place(rect, "rect")
        let given = try Given.rect(place.pointee, "rect")
        let begin = try Space(from, "from", output, window)
        let end = try Space(to, "to", output, window)
        place.pointee = headroom_rect(end.local(begin.global(given)))
    }
}

/// A space of rectangles, with what is needed to leave and to enter it.
private enum Space {
    case global
    case output(Output)
    case device(Output)
    case window(Point)

    init(
        _ space: headroom_space, _ name: String, _ output: UnsafePointer<headroom_output>?,
        _ window: UnsafePointer<headroom_point>?
    ) throws(Failure) {
        switch space {
        case HEADROOM_SPACE_GLOBAL: self = .global
        case HEADROOM_SPACE_OUTPUT: self = .output(try Given.output(output, "output"))
        case HEADROOM_SPACE_DEVICE: self = .device(try Given.output(output, "output"))
        case HEADROOM_SPACE_WINDOW:
            self = .window(try Given.point(try Given.pointer(window, "window").pointee, "window"))
        default: throw .invalid(name, "is no space")
        }
    }

    /// A rectangle of this space in the global one.
    func global(_ rect: Rect) -> Rect {
        switch self {
        case .global: rect
        case .output(let output): output.global(rect)
        case .device(let output): output.logical(device: rect)
        case .window(let origin): rect.moved(dx: origin.x, dy: origin.y)
        }
    }

    /// A rectangle of the global space in this one.
    func local(_ rect: Rect) -> Rect {
        switch self {
        case .global: rect
        case .output(let output): output.relative(rect)
        case .device(let output): output.device(rect)
        case .window(let origin): rect.moved(dx: -origin.x, dy: -origin.y)
        }
    }
}

extension Output {
    /// A rectangle of the global space in device pixels: ``logical(device:)`` turned round.
    fileprivate func device(_ rect: Rect) -> Rect {
        guard let deviceFrame else { return rect }
        return Rect(
            x: (rect.x - frame.x) * scale + deviceFrame.x, y: (rect.y - frame.y) * scale + deviceFrame.y,
            width: rect.width * scale, height: rect.height * scale)
    }
}
