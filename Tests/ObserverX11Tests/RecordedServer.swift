import Foundation
import HeadroomCore
import HeadroomDesktop
import Testing

@testable import ObserverX11

/// An X server's recording, played to the machine: each line is an event and what the window was like right after it.
struct RecordedServer {
    /// What was reported, and when, in µs of the recording.
    private(set) var reports: [(witness: KeyboardWitness?, candidates: [CandidateWitness], time: UInt64)] = []
    private(set) var table: WindowTable
    private var windows: [UInt32: Line] = [:]
    private var inputs: [UInt32: [Rect]] = [:]
    private var struts: [UInt32: Strut] = [:]
    private var parents: [UInt32: UInt32] = [:]
    private let title: (Line) -> String
    private var screen = RecordedServer.screen

    static let root: UInt32 = 0x50d
    static let screen = Rect(x: 0, y: 0, width: 1280, height: 800)

    struct Line {
        let time: UInt64
        let event: String
        let window: UInt32
        let instance: String
        let className: String
        let type: String
        let isUnmanaged: Bool
        /// 0 unmapped, 1 inside something that is, 2 viewable, -1 gone.
        let mapState: Int
        let frame: Rect
        let detail: String

        init?(_ text: Substring) {
            let fields = text.split(separator: "\t", omittingEmptySubsequences: false).map {
                $0 == "-" ? "" : String($0)
            }
            guard fields.count == 13, let time = UInt64(fields[0]),
                let window = UInt32(fields[2].dropFirst(2), radix: 16),
                let mapState = Int(fields[7])
            else { return nil }
            let numbers = fields[8...11].compactMap(Double.init)
            guard numbers.count == 4 else { return nil }
            self.time = time
            event = fields[1]
            self.window = window
            instance = fields[3]
            className = fields[4]
            type = fields[5]
            isUnmanaged = fields[6] == "1"
            self.mapState = mapState
            frame = Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
            detail = fields[12]
        }
    }

    /// `title` gives what the recordings do not: the title of a window.
    init(clientBits: UInt32 = 0x1fffff, title: @escaping (Line) -> String = { _ in "" }) {
        table = WindowTable(root: RecordedServer.root, clientBits: clientBits)
        self.title = title
        perform(
            table.outputsChanged([Output(name: "screen", frame: Self.screen)], screen: Self.screen, at: 0), at: 0)
        // The outputs alone are no part of the story.
        reports = []
    }

    static func lines(_ name: String) throws -> [Line] {
        let url = try #require(Bundle.module.url(forResource: name, withExtension: "trace", subdirectory: "Fixtures"))
        let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
        let read = lines.compactMap { Line($0) }
        try #require(read.count == lines.count - 1)
        return read
    }

    /// Plays a whole recording.
    static func play(_ name: String, title: @escaping (Line) -> String = { _ in "" }) throws -> RecordedServer {
        var server = RecordedServer(title: title)
        for line in try lines(name) { server.play(line) }
        return server
    }

    mutating func play(_ line: Line) {
        advance(to: line.time)
        if line.event != "Destroy" { windows[line.window] = line }
        switch line.event {
        case "Existing": perform(table.found(line.window), at: line.time)
        case "Create":
            parents[line.window] = Self.root
            perform(table.appeared(line.window), at: line.time)
        case "Destroy":
            windows[line.window] = nil
            perform(table.destroyed(line.window, at: line.time), at: line.time)
        case "Map": perform(table.mapped(line.window), at: line.time)
        case "Unmap", "Configure": table.changed(line.window)
        case "Reparent":
            let parent = UInt32(line.detail.dropFirst(2), radix: 16) ?? 0
            parents[line.window] = parent
            perform(table.reparented(line.window, to: parent), at: line.time)
        case "Shape":
            inputs[line.window] = line.detail.split(separator: ";").map { text in
                let numbers = text.split(separator: ",").compactMap { Double($0) }
                return Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
            }
            table.changed(line.window)
        case "Property": property(line)
        default: Issue.record("\(line.event) is no event")
        }
        perform(table.batchEnded(), at: line.time)
    }

    /// Lets time pass.
    mutating func advance(to time: UInt64) {
        while let deadline = table.deadline, deadline <= time { perform(table.passed(deadline), at: deadline) }
    }

    private mutating func property(_ line: Line) {
        if line.window == Self.root, line.frame != screen {
            // A root of another size came with another mode.
            screen = line.frame
            perform(
                table.outputsChanged([Output(name: "screen", frame: screen)], screen: screen, at: line.time),
                at: line.time)
        }
        let parts = line.detail.split(separator: "=", maxSplits: 1).map(String.init)
        let words = parts.count > 1 ? parts[1].split(separator: ",").compactMap { UInt32($0) } : []
        let atom = X11Atom(rawValue: parts[0])
        if line.window == Self.root {
            if atom == .clientList { for word in words { perform(table.found(word), at: line.time) } }
            return
        }
        if atom == .strutPartial { struts[line.window] = Strut(words) }
        perform(table.propertyChanged(line.window, atom), at: line.time)
    }

    private mutating func perform(_ actions: [WindowTable.Action], at time: UInt64) {
        for action in actions {
            switch action {
            case .await, .ignore, .follow, .hint: break
            case .describe(let window): perform(table.described(window, traits(of: window), at: time), at: time)
            case .look(let window), .lookAtPopup(let window):
                perform(table.looked(window, look(of: window), at: time), at: time)
            case .findTop(let window): table.topFound(window, top(of: window))
            case .report: reports.append((table.keyboards.witness, table.facts.candidates ?? [], time))
            }
        }
    }

    private func traits(of window: UInt32) -> WindowTraits? {
        guard let line = windows[window], line.mapState >= 0 else { return nil }
        var traits = WindowTraits()
        traits.instance = line.instance
        traits.className = line.className
        traits.title = title(line)
        let types = ["_NET_WM_WINDOW_TYPE_\(line.type)", "_KDE_NET_WM_WINDOW_TYPE_\(line.type)"]
        traits.types = types.compactMap { X11Atom(rawValue: $0) }
        traits.strut = struts[window]
        return traits
    }

    private func look(of window: UInt32) -> WindowLook? {
        guard let line = windows[window], line.mapState >= 0 else { return nil }
        return WindowLook(
            isViewable: line.mapState == 2, frame: line.frame, bounding: nil, input: inputs[window],
            isUnmanaged: line.isUnmanaged)
    }

    private func top(of window: UInt32) -> UInt32? {
        var window = window
        for _ in 0..<8 {
            guard let parent = parents[window], parent != Self.root else { return window }
            window = parent
        }
        return nil
    }

    /// What was said in a row, without what only repeats: `x,y wxh placement`, `off` for one beyond the screen, `-` for none.
    var story: [String] {
        var story: [String] = []
        for (witness, _, _) in reports {
            let text: String
            switch (witness?.isVisible, witness?.frame) {
            case (true?, .rect(let frame)?):
                text =
                    "\(Int(frame.x)),\(Int(frame.y)) \(Int(frame.width))x\(Int(frame.height)) \(witness?.placement?.rawValue ?? "?")"
            case (true?, _): text = "off"
            default: text = "-"
            }
            if story.last != text { story.append(text) }
        }
        return story
    }
}
