/// Why a line of a scenario file is not answered.
public struct ScenarioError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file's name as it was given.
    public var file: String
    /// The line, counted from 1; 0: the whole file.
    public var line: Int
    /// Where in the line, such as `input.events[2].frame`; empty if the line could not be read so far.
    public var key: String
    public var message: String

    public init(file: String, line: Int, key: String, message: String) {
        self.file = file
        self.line = line
        self.key = key
        self.message = message
    }

    public var description: String {
        "\(file)\(line > 0 ? ":\(line)" : ""): \(key.isEmpty ? "" : "\(key): ")\(message)"
    }
}

/// What is wrong at which key, before anybody knows the line.
struct KeyError: Error, Hashable {
    var key: String
    var message: String
}
