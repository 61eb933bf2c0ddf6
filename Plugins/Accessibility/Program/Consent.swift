import Glibc

/// Whether the user wants unmodified programs to be seen and moved: nothing is done to them unasked, although the program is
/// installed for everybody.
public struct Consent {
    private let mark: StateMark

    public init(environment variable: (String) -> String?) { mark = StateMark("accessibility-enabled", variable) }

    public var isGiven: Bool { mark.isSet }

    /// - Returns: whether that could be written down.
    func give() -> Bool { mark.set() }
    func withdraw() { mark.clear() }
}

/// Something that is so or not, as an empty file in Headroom's state folder.
struct StateMark {
    /// Nil: there is no place.
    private let path: String?

    init(_ name: String, _ variable: (String) -> String?) {
        path = Self.folder(variable).map { "\($0)/\(name)" }
    }

    private static func folder(_ variable: (String) -> String?) -> String? {
        if let state = variable("XDG_STATE_HOME"), state.hasPrefix("/") { return "\(state)/headroom" }
        return variable("HOME").flatMap { $0.hasPrefix("/") ? "\($0)/.local/state/headroom" : nil }
    }

    var isSet: Bool { path.map { access($0, F_OK) == 0 } ?? false }

    /// - Returns: whether it is so now.
    func set() -> Bool {
        guard let path else { return false }
        var folder = ""
        for part in path.split(separator: "/").dropLast() {
            folder += "/\(part)"
            mkdir(folder, 0o700)
        }
        let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { return false }
        close(file)
        return true
    }

    func clear() { if let path { unlink(path) } }
}
