import HeadroomBus
import HeadroomCore

/// The place of the caret as programs tell it an input method, and input methods a panel: x, y, width, height, whole
/// numbers, `i` each; what follows them is passed over.
enum ToldCaret: Sendable, Hashable {
    case at(Rect)
    /// It has no size: that is told where no place is known (rule G5).
    case unknown

    /// Reads it from a message; nil if it makes no sense.
    init?(_ message: borrowing Message) {
        let told = try? message.read { reader throws(BusError) in
            Rect(
                x: Double(try reader.int32()), y: Double(try reader.int32()), width: Double(try reader.int32()),
                height: Double(try reader.int32()))
        }
        guard let told, told.isBelievable else { return nil }
        self = told.size == Size(width: 0, height: 0) ? .unknown : .at(told)
    }

    var rect: Rect? {
        switch self {
        case .at(let rect): rect
        case .unknown: nil
        }
    }
}
