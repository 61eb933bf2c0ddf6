internal import CHeadroom
internal import Glibc
internal import HeadroomCore

/// Reads what C passes. Nothing of it is believed but that a pointer which is not null points to what it should.
enum Given {
    /// The longest text, in bytes (contract, section 5).
    static let longestText = 256
    /// The most members of a list (contract, section 5).
    static let longestList = 64

    /// What a handle stands for.
    static func handle<Object: AnyObject>(
        _ pointer: OpaquePointer?, _ type: Object.Type, _ name: String
    ) throws(Failure) -> Object {
        guard let pointer else { throw .invalid(name, "is NULL") }
        return Unmanaged<Object>.fromOpaque(UnsafeRawPointer(pointer)).takeUnretainedValue()
    }

    static func pointer<Value>(_ pointer: UnsafePointer<Value>?, _ name: String) throws(Failure) -> UnsafePointer<Value>
    {
        guard let pointer else { throw .invalid(name, "is NULL") }
        return pointer
    }

    /// Where an answer is to be written.
    static func place<Value>(
        _ pointer: UnsafeMutablePointer<Value>?, _ name: String
    ) throws(Failure) -> UnsafeMutablePointer<Value> {
        guard let pointer else { throw .invalid(name, "is NULL") }
        return pointer
    }

    /// Where an answer that begins with its size is to be written.
    static func sizedPlace<Value: Sized>(
        _ pointer: UnsafeMutablePointer<Value>?, _ name: String
    ) throws(Failure) -> UnsafeMutablePointer<Value> {
        _ = try structure(pointer, name)
        return try place(pointer, name)
    }

    /// A struct that says how large it is. Of each there is one version so far, so there is one size.
    static func structure<Value: Sized>(_ pointer: UnsafePointer<Value>?, _ name: String) throws(Failure) -> Value {
        let pointer = try Given.pointer(pointer, name)
        // It may be smaller than ours, so its size is read before the rest.
        let size = UnsafeRawPointer(pointer).load(as: UInt32.self)
        guard size == Value.ownSize else { throw .invalid(name, "its size is \(size), not \(Value.ownSize)") }
        return pointer.pointee
    }

    static func structure<Value: Sized>(
        _ pointer: UnsafeMutablePointer<Value>?, _ name: String
    ) throws(Failure) -> Value {
        try structure(UnsafePointer(pointer), name)
    }

    /// A list of at most `most`.
    static func list<Value>(
        _ pointer: UnsafePointer<Value>?, _ count: UInt32, _ name: String, most: Int = longestList
    ) throws(Failure) -> UnsafeBufferPointer<Value> {
        guard count > 0 else { return UnsafeBufferPointer(start: nil, count: 0) }
        guard let pointer else { throw .invalid(name, "is NULL, and said to hold \(count)") }
        guard count <= most else { throw .invalid(name, "holds \(count), more than \(most)") }
        return UnsafeBufferPointer(start: pointer, count: Int(count))
    }

    /// A text; null is the empty one.
    static func text(
        _ pointer: UnsafePointer<CChar>?, _ name: String, most: Int = longestText
    ) throws(Failure) -> String {
        guard let pointer else { return "" }
        let bytes = UnsafeBufferPointer(start: pointer, count: strnlen(pointer, most + 1))
        guard bytes.count <= most else { throw .invalid(name, "is longer than \(most) bytes") }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .invalid(name, "is not UTF-8") }
        return text
    }

    static func texts(
        _ pointer: UnsafePointer<UnsafePointer<CChar>?>?, _ count: UInt32, _ name: String, most: Int = longestList
    ) throws(Failure) -> [String] {
        var texts: [String] = []
        for pointer in try list(pointer, count, name, most: most) { texts.append(try text(pointer, name)) }
        return texts
    }

    /// A number that is none of infinity and NaN.
    static func number(_ value: Double, _ name: String) throws(Failure) -> Double {
        guard value.isFinite else { throw .invalid(name, "is \(value)") }
        return value
    }

    /// A number that is none of those and not negative.
    static func length(_ value: Double, _ name: String) throws(Failure) -> Double {
        guard value.isFinite, value >= 0 else { throw .invalid(name, "is \(value)") }
        return value
    }

    static func rect(_ rect: headroom_rect, _ name: String) throws(Failure) -> Rect {
        let rect = Rect(rect)
        guard rect.isValid else { throw .invalid(name, "is not finite, or of negative size") }
        return rect
    }

    /// A rectangle that may be left out.
    static func rect(_ pointer: UnsafePointer<headroom_rect>?, _ name: String) throws(Failure) -> Rect? {
        guard let pointer else { return nil }
        return try rect(pointer.pointee, name)
    }

    static func rects(
        _ pointer: UnsafePointer<headroom_rect>?, _ count: UInt32, _ name: String
    ) throws(Failure) -> [Rect] {
        var rects: [Rect] = []
        for each in try list(pointer, count, name) { rects.append(try rect(each, name)) }
        return rects
    }

    static func point(_ point: headroom_point, _ name: String) throws(Failure) -> Point {
        Point(x: try number(point.x, name), y: try number(point.y, name))
    }
}
