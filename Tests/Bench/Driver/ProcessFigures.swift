import Foundation

/// What a process has.
struct ProcessFigures {
    /// In MB.
    let pss, anonymous, privateDirty: Double
    let files: Int

    init(_ pid: Int32) throws {
        var kinds: [String: Double] = [:]
        for line in try String(contentsOfFile: "/proc/\(pid)/smaps_rollup", encoding: .utf8).split(separator: "\n") {
            let words = line.split(whereSeparator: \.isWhitespace)
            guard words.count == 3, let size = Double(words[1]) else { continue }
            kinds[String(words[0].dropLast())] = size / 1024
        }
        pss = kinds["Pss"] ?? .nan
        anonymous = kinds["Anonymous"] ?? .nan
        privateDirty = kinds["Private_Dirty"] ?? .nan
        files = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/fd").count
    }
}
