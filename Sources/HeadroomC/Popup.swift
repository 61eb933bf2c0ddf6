// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CHeadroom
internal import HeadroomCore

@c @implementation
public func headroom_popup_origin(
    _ size: UnsafePointer<headroom_point>?, _ gap: Double, _ cursor: UnsafePointer<headroom_rect>?,
    _ window: UnsafePointer<headroom_rect>?, _ keyboard: UnsafePointer<headroom_rect>?,
    _ outputs: UnsafePointer<headroom_output>?, _ output_count: UInt32, _ origin: UnsafeMutablePointer<headroom_point>?,
    _ error: UnsafeMutablePointer<headroom_error>?
) -> headroom_code {
    answering(error) { () throws(Failure) in
        let place = try Given.place(origin, "origin")
        let size = try Given.pointer(size, "size").pointee
        let popup = CandidatePopup(
            size: Size(width: try Given.length(size.x, "size.x"), height: try Given.length(size.y, "size.y")),
            gap: try Given.number(gap, "gap"), cursor: cursor.map { Rect($0.pointee) } ?? .zero,
            window: window.map { Rect($0.pointee) }, keyboard: keyboard.map { Rect($0.pointee) })
        guard let corner = popup.origin(on: try Given.outputs(outputs, output_count, "outputs")) else {
            throw .invalid("outputs", "there is none")
        }
        place.pointee = headroom_point(corner)
    }
}
