/// Whether a Swift file imports only what its room may.
enum Imports {
    /// The modules that a line imports: none or one. A module's part (`import struct A.B`, `import A.B`) is the module.
    static func module(_ line: Substring) -> String? {
        guard line.contains("import ") else { return nil }
        let pattern =
            /^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?import\s+(?:(?:struct|class|enum|protocol|func|var|let|typealias)\s+)?(\w+)/
        return line.firstMatch(of: pattern).map { String($0.1) }
    }

    static func check(_ file: TreeFile) -> [Finding] {
        guard file.fileExtension == "swift", file.components.count > 2 else { return [] }
        let folder = file.components[1]
        let room: Room?
        switch file.components[0] {
        case "Sources":
            room = Room.all[folder]
            if room == nil { return [Finding(path: file.path, line: 0, text: "\(folder) is no room of the table")] }
        case "Plugins": room = Room.plugin
        case _: room = nil
        }
        return zip(1..., file.lines).compactMap { line, text in
            guard let module = module(text), let why = refusal(module, in: folder, room) else { return nil }
            return Finding(path: file.path, line: line, text: why)
        }
    }

    /// Why `folder` may not import `module`; nil if it may.
    private static func refusal(_ module: String, in folder: String, _ room: Room?) -> String? {
        if let owners = Room.cModules[module], !owners.contains(folder) {
            return "only \(owners.sorted().joined(separator: ", ")) may import \(module)"
        }
        guard let room, Room.cModules[module] == nil else { return nil }
        if room.imports.contains(module) || room.system.contains(module) { return nil }
        return "\(folder) may not import \(module)"
    }
}
