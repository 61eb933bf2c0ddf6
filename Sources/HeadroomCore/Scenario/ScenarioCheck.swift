/// Where an answer differs from what a case expects.
public struct ScenarioDifference: Sendable, Hashable, CustomStringConvertible {
    public var id: String
    /// The event or query, counted from 1, or `samples`.
    public var step: String
    public var key: String
    /// Both as JSON; `got` is `nothing` where there is no such answer.
    public var expected: String
    public var got: String

    public var description: String { "\(id), \(step), \(key), \(expected), \(got)" }
}

extension ScenarioAnswers {
    /// Where the answers differ from `expected` by more than the tolerance (rule C5). A null entry, a null value and
    /// keys that are not listed are not judged.
    func differences(from expected: JSONValue, id: String) -> [ScenarioDifference] {
        var differences: [ScenarioDifference] = []
        func judge(_ step: String, _ wanted: JSONValue, _ got: JSONValue?) {
            guard case .object(let members) = wanted else { return }
            for member in members where member.value != .null {
                let answer = got?[member.key]
                if answer?.matches(member.value) != true {
                    differences.append(
                        ScenarioDifference(
                            id: id, step: step, key: member.key, expected: member.value.description,
                            got: answer?.description ?? "nothing"))
                }
            }
        }
        if case .array(let steps) = expected["after"] {
            for (index, wanted) in steps.enumerated() {
                judge("\(index + 1)", wanted, index < after.count ? after[index] : nil)
            }
        }
        if let wanted = expected["samples"] { judge("samples", wanted, .object(samples ?? [])) }
        return differences
    }
}

extension JSONValue {
    /// Whether this answer is as `expected`: numbers within the tolerance, of objects only the members listed.
    fileprivate func matches(_ expected: JSONValue) -> Bool {
        if let wanted = expected.asNumber, let number = asNumber {
            return abs(wanted - number) <= Adjustment.tolerance || wanted == number || (wanted.isNaN && number.isNaN)
        }
        switch (expected, self) {
        case (.array(let wanted), .array(let got)):
            return wanted.count == got.count && zip(got, wanted).allSatisfy { $0.matches($1) }
        case (.object(let wanted), .object):
            return wanted.allSatisfy { $0.value == .null || self[$0.key]?.matches($0.value) == true }
        default:
            return self == expected
        }
    }
}
