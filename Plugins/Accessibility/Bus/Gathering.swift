/// Waits for several answers at once, and goes on when the last is in.
final class Gathering {
    private var open = 1
    private let done: () -> Void

    init(_ done: @escaping () -> Void) { self.done = done }

    /// One more answer is waited for; it goes where `take` puts it.
    func expect<Value>(_ take: @escaping (Value) -> Void) -> (Value) -> Void {
        open += 1
        return { value in
            take(value)
            self.close()
        }
    }

    /// Everything was asked.
    func close() {
        open -= 1
        if open == 0 { done() }
    }
}
