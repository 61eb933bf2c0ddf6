/// Finds a case in a scenario file and draws it: all of `headroom picture` but files and exit codes.
///
/// Bytes go in as they come, in pieces of any size.
public struct PictureReader: Sendable {
    /// The file's name for messages.
    public let file: String
    /// The case that is wanted; nil: the first one.
    public let id: String?
    private var lines = ScenarioLines()
    private var result: Swift.Result<Picture, ScenarioError>?
    /// The lines that might have been the case, but could not be read.
    private var unreadable: [ScenarioError] = []

    /// How many lines that cannot be read are told of.
    public static let mostErrors = 16

    public init(file: String, id: String? = nil) {
        self.file = file
        self.id = id
    }

    /// Takes the next bytes of the file.
    public mutating func read(_ bytes: some Sequence<UInt8>) {
        guard result == nil else { return }
        for line in lines.read(bytes) { take(line) }
    }

    /// The file has ended: the picture, or every reason why there is none.
    public mutating func finish() -> (picture: Picture?, errors: [ScenarioError]) {
        for line in lines.finish() { take(line) }
        switch result {
        case .success(let picture): return (picture, [])
        case .failure(let error): return (nil, [error])
        case nil:
            let message = id.map { "no case has the id \($0)" } ?? "no case is in it"
            return (nil, unreadable + [ScenarioError(file: file, line: 0, key: "", message: message)])
        }
    }

    private mutating func take(_ line: ScenarioLines.Line) {
        guard result == nil else { return }
        do throws(ScenarioError) {
            let scenario = try line.scenario(of: file)
            if id == nil || id == scenario.id { result = .success(Picture(scenario)) }
        } catch {
            if id == nil {
                result = .failure(error)
            } else if unreadable.count < PictureReader.mostErrors {
                unreadable.append(error)
            }
        }
    }
}
