import Foundation
import HeadroomCore
import Testing

@testable import ObserverLayerShell

/// What a probe of the same kind recorded on sway 1.7 and phoc 0.24, played to the machine.
@Suite struct RecordedTests {
    static let output = Rect(x: 0, y: 0, width: 360, height: 720)

    static func lines(_ name: String) throws -> [String] {
        let url = try #require(Bundle.module.url(forResource: name, withExtension: "trace", subdirectory: "Fixtures"))
        return try String(contentsOf: url, encoding: .utf8).split(separator: "\n").map(String.init)
    }

    /// The numbers that follow `key=` in a line, as in `frame=0,520 360x200`.
    static func numbers(_ key: String, _ count: Int, in line: String) -> [Int]? {
        guard let start = line.range(of: key + "=")?.upperBound else { return nil }
        let words = line[start...].split { !$0.isNumber && $0 != "-" }.prefix(count).compactMap { Int($0) }
        return words.count == count ? words : nil
    }

    /// Panels and keyboards at the bottom: with nothing else reserved all areas begin at the corner, so the recorded sizes are
    /// all there is to know.
    @Test(arguments: ["panels-sway", "panels-phoc"]) func panels(_ name: String) throws {
        var blocks: [[String]] = []
        for line in try RecordedTests.lines(name) {
            if line.contains("spawn probe") { blocks.append([]) } else { blocks[blocks.count - 1].append(line) }
        }
        var compared = 0
        for block in blocks where !block.contains(where: { $0.contains("edge=top") || $0.contains("usable=0,32") }) {
            compared += try RecordedTests.play(block)
        }
        #expect(compared >= 8)
    }

    /// Plays one probe's life.
    ///
    /// - Returns: how many answers were compared with what the recording says.
    static func play(_ block: [String]) throws -> Int {
        var machine = OutputMachine(frame: output)
        var markers: [Marker] = []
        var asked: [Marker] = []
        var compared = 0
        func perform(_ actions: [OutputMachine.Action], at time: UInt64) {
            var queue = actions[...]
            while let action = queue.popFirst() {
                switch action {
                case .create(let marker): markers.append(marker)
                case .destroy(let marker): markers.removeAll { $0 == marker }
                case .locate(let marker): asked.append(marker)
                case .publish: continue
                }
            }
        }
        // What a compositor sends in one go comes within some µs; its answers come after it.
        func answer(at time: UInt64) {
            perform(machine.batchEnded(at: time), at: time)
            while !asked.isEmpty {
                let marker = asked.removeFirst()
                perform(machine.located(marker, x: 0, y: 0, at: time), at: time)
            }
        }
        var last: UInt64 = 0
        perform(machine.begin(at: 0), at: 0)
        let first = markers
        for line in block {
            let time = UInt64((Double(line.prefix { $0 != " " }) ?? 0) * 1_000_000)
            if time > last + 150 || line.contains("probe    osk") { answer(at: time) }
            last = time
            let marker: Marker? =
                if line.contains("probe=Oold") {
                    first.first { $0.layer == .overlay }
                } else if line.contains("probe=Told") {
                    first.first { $0.layer == .top }
                } else if line.contains("probe=late") {
                    first.first { $0.layer == .last }
                } else if line.contains("probe=Onew") {
                    markers.last { $0.layer == .overlay && !first.contains($0) }
                } else if line.contains("probe=Tnew") {
                    markers.last { $0.layer == .top && !first.contains($0) }
                } else {
                    nil
                }
            if let marker, let width = numbers("w", 1, in: line), let height = numbers("h", 1, in: line) {
                machine.configured(marker, width: width[0], height: height[0], at: time)
            } else if line.contains("probe    osk"), let usable = numbers("usable", 4, in: line) {
                let reading = try #require(machine.reading)
                let area = Rect(
                    x: Double(usable[0]), y: Double(usable[1]), width: Double(usable[2]), height: Double(usable[3]))
                #expect(reading.usable == area, "\(line)")
                let whole = reading.strips.filter(\.isWhole).map { $0.frame(on: output) }
                let recorded = numbers("frame", 4, in: line).map {
                    Rect(x: Double($0[0]), y: Double($0[1]), width: Double($0[2]), height: Double($0[3]))
                }
                #expect(whole == [recorded].compactMap(\.self), "\(line)")
                compared += 1
            }
        }
        return compared
    }

    /// Edges, margins, zones, a slide and a growth, as the usable area alone shows them.
    @Test(arguments: ["edges-sway", "edges-phoc"]) func edges(_ recording: String) throws {
        var cases: [(name: String, areas: [(time: UInt64, insets: Insets)])] = []
        for line in try RecordedTests.lines(recording) {
            let time = UInt64((Double(line.prefix { $0 != " " }) ?? 0) * 1_000_000)
            if let title = line.range(of: "CASE     ")?.upperBound {
                cases.append((String(line[title...]), []))
            } else if let x = numbers(" x", line), let y = numbers(" y", line), let width = numbers(" w", line),
                let height = numbers(" h", line),
                let insets = Insets(x: x, y: y, width: width, height: height, on: (360, 720))
            {
                cases[cases.count - 1].areas.append((time, insets))
            }
        }
        for recorded in cases {
            let seen = try RecordedTests.follow(recorded.areas)
            let largest = seen.max { $0.frame.area < $1.frame.area }
            switch recorded.name {
            case let name where name.contains("zone 0") || name.contains("zone -1") || name.hasPrefix("floating"):
                #expect(seen.isEmpty, "\(name)")
            case let name where name.hasPrefix("top"):
                #expect(largest?.edge == .top)
                #expect(largest?.frame == Rect(x: 0, y: 0, width: 360, height: 200))
            case let name where name.hasPrefix("left"):
                #expect(largest?.edge == .left)
                #expect(largest?.frame == Rect(x: 0, y: 0, width: 100, height: 720))
            case let name where name.contains("margin 20"): #expect(largest?.frame.height == 220)
            case let name where name.contains("singular"):
                // phoc takes no notice of the zone of a surface at one edge only.
                #expect(largest?.frame.height == (recording == "edges-sway" ? 150 : nil))
            case let name where name.hasPrefix("slide") || name.hasPrefix("grow"):
                #expect(Set(seen.map(\.since)).count == 1, "one strip all the way: \(name)")
                #expect(seen.count > 10)
                #expect(seen.map(\.frame.height) == seen.map(\.frame.height).sorted())
                #expect(seen.last?.frame == Rect(x: 0, y: 520, width: 360, height: 200))
            default:
                // A panel of 30 or 40 may be there; from the usable area alone the keyboard is seen inside of it.
                #expect(largest?.frame.height == 200, "\(recorded.name)")
            }
        }
        #expect(cases.count >= 10)
    }

    private func numbers(_ key: String, _ line: String) -> Int? { RecordedTests.numbers(key, 1, in: line)?.first }

    /// The strips that appeared after the first look, in the order in which their places were seen.
    static func follow(
        _ areas: [(time: UInt64, insets: Insets)]
    ) throws -> [(edge: Edge, frame: Rect, since: UInt64)] {
        var tracker = StripTracker()
        let last = Marker(number: 1, layer: .last)
        var seen: [(edge: Edge, frame: Rect, since: UInt64)] = []
        for (time, insets) in areas {
            let chain = try #require(Chain([last: insets]))
            tracker.follow(chain, at: time)
            for strip in tracker.strips where strip.isWhole && strip.changed == time {
                seen.append((strip.edge, strip.frame(on: output), strip.since))
            }
        }
        return seen
    }
}
