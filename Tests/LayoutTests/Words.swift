/// Rules about single files that are read off their text.
enum Words {
    /// The most lines of a file; one that is longer is two concepts.
    static let mostLines = 400

    static func length(_ file: TreeFile) -> [Finding] {
        let count = file.text.utf8.count { $0 == UInt8(ascii: "\n") }
        guard file.isCode, count > mostLines else { return [] }
        return [Finding(path: file.path, line: 0, text: "\(count) lines, more than \(mostLines)")]
    }

    /// What nothing that runs at the user's may hold.
    static func barred(_ file: TreeFile) -> [Finding] {
        guard file.isCode, ["Sources", "Plugins", "systemd"].contains(file.components[0]) else { return [] }
        return file.findings("TODO", /\bTODO\b/, "something was left undone")
            + file.findings("FIXME", /\bFIXME\b/, "something was left undone")
            + file.findings("fatalError", /\bfatalError\s*\(/, "traps")
            + file.findings("try!", /\btry!/, "traps on an error")
            + file.findings("as!", /\bas!/, "traps on another type")
    }

    /// A path of one machine.
    static func machinePaths(_ file: TreeFile) -> [Finding] {
        ["work", "root", "home"].flatMap { folder in
            file.findings("/\(folder)/", /(?:^|[\s"'`(=])\/(?:work|root|home\/\w+)\//, "a path of one machine")
        }
    }

    /// Dispatch takes closures that are not `@Sendable` on Linux, and such a closure traps at run time if it is
    /// isolated; written out, the compiler refuses it instead.
    static func dispatchClosures(_ file: TreeFile) -> [Finding] {
        guard file.fileExtension == "swift", file.components[0] != "Tests" else { return [] }
        guard file.text.contains("import Dispatch") else { return [] }
        return file.findings(
            "{",
            /\.(?:setEventHandler|setCancelHandler|setRegistrationHandler|async|asyncAfter|sync)\b[^{]*\{(?!\s*@Sendable)/,
            "a closure for Dispatch that is not @Sendable")
    }

    /// Code at the top of main.swift is isolated to the main actor, and so are closures made there.
    static func mainFiles(_ file: TreeFile) -> [Finding] {
        guard file.components.last == "main.swift" else { return [] }
        return [Finding(path: file.path, line: 0, text: "must be a @main type in another file")]
    }

    /// Files and folders of the tree that the text names and that are not there.
    static func missingFiles(_ file: TreeFile, exists: (String) -> Bool) -> [Finding] {
        let named =
            /(?:^|[^\w\/.~$}-])(?:\.\/)?((?:Sources|Tests|Plugins|systemd|\.ci)\/[\w.\/+-]*|(?:Package\.swift|README\.md))/
        let linked = /\]\(([^)#:\s]+)\)/
        return zip(1..., file.lines).flatMap { line, text in
            let paths = text.matches(of: named).map(\.1) + text.matches(of: linked).map(\.1)
            let trimmed = Set(paths.map { $0.hasSuffix(".") ? String($0.dropLast()) : String($0) })
            return trimmed.sorted().filter { !exists($0) }.map {
                Finding(path: file.path, line: line, text: "names \($0), which is not there")
            }
        }
    }

    /// What lies at the top of the tree and does not belong there.
    static func strangers(_ top: [String]) -> [Finding] {
        let known: Set<String> = ["Package.swift", "Sources", "Tests", "Plugins", "systemd", "README.md"]
        return top.filter { !known.contains($0) && !$0.hasPrefix(".") }.map {
            Finding(path: $0, line: 0, text: "does not belong at the top")
        }
    }
}
