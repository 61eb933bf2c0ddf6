import HeadroomBus
import HeadroomCore

/// The strict values of the contract, for those who read what the daemon sends.
extension Reader {
    /// `(dddd)`, believable.
    mutating func frame(_ name: StaticString) throws(BusError) -> Rect {
        let rect = try structure { members throws(BusError) in
            Rect(
                x: try members.double(), y: try members.double(), width: try members.double(),
                height: try members.double())
        }
        guard rect.isBelievable else { throw BusError(.invalidValue, "\(name): no rectangle: \(rect)") }
        return rect
    }

    /// `d`, finite.
    mutating func finite(_ name: StaticString) throws(BusError) -> Double {
        let number = try double()
        guard number.isFinite else { throw BusError(.invalidValue, "\(name): not a finite number") }
        return number
    }

    /// `d`, finite and not negative.
    mutating func height(_ name: StaticString) throws(BusError) -> Double {
        let number = try finite(name)
        guard (0...Limits.farthest).contains(number) else {
            throw BusError(.invalidValue, "\(name): no height: \(number)")
        }
        return number
    }
}
