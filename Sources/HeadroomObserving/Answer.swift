import HeadroomBus

extension Result<Message, BusError> {
    /// What a call's reply says, as `read` reads it; nil if it says nothing that makes sense, or there is none.
    borrowing func answer<Value>(_ read: (borrowing Message) -> Value?) -> Value? {
        switch self {
        case .success(let reply): read(reply)
        case .failure: nil
        }
    }
}
