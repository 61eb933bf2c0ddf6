/// One line of a scenario file.
struct ScenarioCase {
    var id: String
    var input: ScenarioInput
    var expected: JSONValue?

    /// Reads a line, its end left out.
    init(_ bytes: [UInt8], file: String, line: Int) throws(ScenarioError) {
        let value: JSONValue
        do throws(JSONReader.Failure) {
            value = try JSONReader.read(bytes)
        } catch {
            let message = "\(error.message), at byte \(error.offset + 1)"
            throw ScenarioError(file: file, line: line, key: "", message: message)
        }
        do throws(KeyError) {
            self = try ScenarioCase(value)
        } catch {
            throw ScenarioError(file: file, line: line, key: error.key, message: error.message)
        }
    }

    private init(_ value: JSONValue) throws(KeyError) {
        guard case .object = value else { throw KeyError(key: "", message: "has to be an object, is \(value.kind)") }
        guard case .string(let id) = value["id"] else { throw KeyError(key: "id", message: "has to be a string") }
        guard let input = value["input"] else { throw KeyError(key: "input", message: "is missing") }
        self.id = id
        var object = try ScenarioObject(input, path: "input")
        self.input = try object.input()
        try object.finish()
        guard let expected = value["expected"], expected != .null else { return }
        guard case .object = expected else {
            throw KeyError(key: "expected", message: "has to be an object, is \(expected.kind)")
        }
        self.expected = expected
    }
}
