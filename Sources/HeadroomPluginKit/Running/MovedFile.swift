internal import Glibc
import HeadroomConfig
import HeadroomCore

/// What a plugin has moved and not put back yet, in a file that outlives it, an application a line.
///
/// It is in the session's runtime folder, as nothing that it is about outlives the session; and that is memory, so it
/// can be written before each movement. A failure is no more than something that is not put back after a crash.
final class MovedFile {
    /// By the worlds' lasting names.
    private(set) var moved: [String: Moved] = [:]
    private let file: StateFile?

    init(plugin: String, environment variable: (String) -> String?) {
        let name = plugin.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") ? $0 : "_" }
        file = Self.folder(variable).map {
            StateFile(folder: $0, name: "moved-\(String(name))", header: "headroom moved 1")
        }
        guard let file, case .entries(let entries) = try? file.read(Self.entry) else { return }
        moved = Dictionary(entries, uniquingKeysWith: { $1 })
    }

    private static func folder(_ variable: (String) -> String?) -> String? {
        if let path = variable("XDG_RUNTIME_DIR"), path.hasPrefix("/") { return "\(path)/headroom" }
        return Places.state(variable)
    }

    func remember(_ entry: Moved, of name: String) {
        moved[name] = entry
        write()
    }

    func forget(_ name: String) {
        guard moved.removeValue(forKey: name) != nil else { return }
        write()
    }

    private func write() {
        _ = try? file?.write(moved.sorted { $0.key < $1.key }.map { Self.line($0.key, $0.value) })
    }

    // MARK: Lines

    private static func line(_ name: String, _ moved: Moved) -> String {
        func text(_ numbers: [Double]) -> String { numbers.map(StateFields.text).joined(separator: " ") }
        return StateFields.line([
            name, String(moved.rest.content), text(moved.rest.values), text(moved.least), text(moved.greatest),
            moved.containerTop.map(StateFields.text) ?? "", moved.windowTop.map(StateFields.text) ?? "",
        ])
    }

    private static func entry(_ line: String) -> (String, Moved)? {
        guard let fields = StateFields.fields(line), fields.count == 7, let content = UInt64(fields[1]),
            let rest = numbers(fields[2]), let least = numbers(fields[3]), let greatest = numbers(fields[4]),
            rest.count >= 4, least.count == rest.count, greatest.count == rest.count
        else { return nil }
        let position = Position(
            content: content, shift: rest[0], windowShift: rest[1], offset: rest[2], insetBottom: rest[3],
            inner: Array(rest.dropFirst(4)))
        return (
            fields[0],
            Moved(
                rest: position, least: least, greatest: greatest, containerTop: StateFields.number(fields[5]),
                windowTop: StateFields.number(fields[6]))
        )
    }

    private static func numbers(_ text: String) -> [Double]? {
        let words = text.split(separator: " ")
        let numbers = words.compactMap { StateFields.number(String($0)) }
        return numbers.count == words.count ? numbers : nil
    }
}
