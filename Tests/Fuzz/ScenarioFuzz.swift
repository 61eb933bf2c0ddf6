import HeadroomCore

/// Scenario files of any bytes: each line gets an answer or a clear error, and the same
/// lines when it is checked and comes in pieces.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzScenario(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = UnsafeBufferPointer(start: start, count: start == nil ? 0 : count)
    let middle = bytes.count / 2
    let whole = results(of: [bytes], isChecking: false)
    let checked = results(
        of: [UnsafeBufferPointer(rebasing: bytes[..<middle]), UnsafeBufferPointer(rebasing: bytes[middle...])],
        isChecking: true)
    demand(checked.count == whole.count, "a check has other lines")
    for (answer, check) in zip(whole, checked) {
        switch (answer, check) {
        case (.failed(let one), .failed(let other)): demand(one == other, "\(one) and \(other)")
        case (.failed(let error), .answers), (.failed(let error), .checked):
            demand(false, "only fails unchecked: \(error)")
        // A check also fails where nothing is expected.
        case (.answers, .failed(let error)): demand(error.key == "expected", "only fails checked: \(error)")
        case (.answers, .checked): break
        case (.answers, .answers): demand(false, "a check that answers")
        case (.checked, _): demand(false, "checks unasked")
        }
    }
    return 0
}

private func results(of pieces: [UnsafeBufferPointer<UInt8>], isChecking: Bool) -> [ScenarioReader.Result] {
    var reader = ScenarioReader(file: "fuzz", isChecking: isChecking)
    return pieces.flatMap { reader.read($0) } + reader.finish()
}
