import Glibc
import HeadroomCore
import HeadroomPluginKit

/// A window with a text in it that stands in a file, so that it outlives the plugin that moves it, as a window does.
///
/// The window fills an output of 1280x800. Each position that is set is printed as `position OFFSET INSET`.
final class FileWorld: World {
    let names = ["scripted"]
    let lastingName: String?
    var isFocusLow = true
    private let path: String
    private var offset = 0.0
    private var inset = 0.0

    private static let frame = Rect(x: 0, y: 0, width: 1280, height: 800)

    /// `path`: where the file is; `isOutside`: whether the plugin works from outside, so that the world outlives it.
    init(path: String, isOutside: Bool) {
        self.path = path
        lastingName = isOutside ? "window \(path)" : nil
        if isOutside { load() } else { save() }
    }

    private func load() {
        guard let file = fopen(path, "r") else { return }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 128)
        guard fgets(&line, Int32(line.count), file) != nil else { return }
        let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let numbers = text.split { $0 == " " || $0 == "\n" }.compactMap { Double($0) }
        if numbers.count == 2 { (offset, inset) = (numbers[0], numbers[1]) }
    }

    /// Whoever reads sees the old position or the new one, whole.
    private func save() {
        guard let file = fopen("\(path).new", "w") else { return }
        fputs("\(offset) \(inset)\n", file)
        fclose(file)
        rename("\(path).new", path)
        say("position \(offset) \(inset)")
    }

    func measure(_ answer: @escaping (Measurement?) -> Void) {
        let area = ScrollArea(frame: Self.frame, contentHeight: 800, offset: offset, insetBottom: inset)
        let caret = Rect(x: 40, y: isFocusLow ? 740 : 640, width: 2, height: 20)
        answer(Measurement(Scene(outputs: [], scroll: area, target: Target(caret: caret))))
    }

    func apply(_ position: Position) {
        inset = position.insetBottom
        offset = min(max(0, position.offset), inset)
        save()
    }
}
