/// Memory for what is passed to C; it is freed with this.
final class Arena {
    private var blocks: [UnsafeMutableRawPointer] = []

    deinit {
        for block in blocks { block.deallocate() }
    }

    /// The values side by side; nil for none.
    func list<Value>(_ values: [Value]) -> UnsafePointer<Value>? {
        values.isEmpty ? nil : UnsafePointer(place(values))
    }

    func value<Value>(_ value: Value) -> UnsafePointer<Value> { UnsafePointer(place([value])) }

    func value<Value>(_ value: Value?) -> UnsafePointer<Value>? {
        guard let value else { return nil }
        return UnsafePointer(place([value]))
    }

    /// The text in UTF-8 with a NUL at its end.
    func text(_ text: String) -> UnsafePointer<CChar> { UnsafePointer(place(Array(text.utf8CString))) }

    func texts(_ texts: [String]) -> UnsafePointer<UnsafePointer<CChar>?>? {
        list(texts.map { text($0) as UnsafePointer<CChar>? })
    }

    private func place<Value>(_ values: [Value]) -> UnsafeMutablePointer<Value> {
        let place = UnsafeMutablePointer<Value>.allocate(capacity: values.count)
        for index in values.indices { (place + index).initialize(to: values[index]) }
        blocks.append(UnsafeMutableRawPointer(place))
        return place
    }
}
