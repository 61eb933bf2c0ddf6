import DesktopSupport
import Foundation
import HeadroomCore
import Support
import Testing

extension DesktopTests {
    /// What the accessibility plugin costs, and windows that the window manager lays out anew beside the keyboard.
    @Suite(.serialized) struct AccessibilityCostTests {
        typealias Toolkit = FieldsWindow.Toolkit

        private static let isLong = Rounds.number != 20

        /// Its time on the processor a focus move that scrolls, printed and not judged; and none at all at rest.
        @Test(arguments: isLong ? Toolkit.allCases : [.gtk3]) func processor(_ toolkit: Toolkit) throws {
            let desk = try FieldsScene(toolkit)
            let process = desk.plugin.teller.process
            try desk.window.focus("e2")
            try desk.show()
            var (moving, staying): ([Double], [Double]) = ([], [])
            func cost(of name: String) throws -> Double {
                let before = try process.processorTime()
                try desk.window.focus(name)
                try desk.expectInSight(name)
                // What came of it is looked at once more after that.
                try desk.desktop.pass(microseconds: 200_000)
                return Double(try process.processorTime() - before) / 1000
            }
            for _ in 0..<(Self.isLong ? 20 : 4) {
                _ = try cost(of: "e2")
                staying.append(try cost(of: "e3"))
                moving.append(try cost(of: "e22"))
            }
            print(
                "headroom-accessibility, \(toolkit): ms of processor a focus move that scrolls: \(Figures(moving).text)"
            )
            print("headroom-accessibility, \(toolkit): ms of processor one that need not: \(Figures(staying).text)")
            try expectRest(desk, "shown")
            try desk.hide()
            try desk.waitUntilNothingIsMoved()
            try expectRest(desk, "hidden")
        }

        /// For 2 s, once everything has settled, it is not woken.
        private func expectRest(_ desk: FieldsScene, _ when: String) throws {
            var wakes: [Int] = []
            for _ in 0..<10 {
                let before = try Self.wakes(of: desk.plugin.teller.process.pid)
                try desk.desktop.pass(microseconds: 2_000_000)
                wakes.append(try Self.wakes(of: desk.plugin.teller.process.pid) - before)
                if wakes.last == 0 { return }
            }
            Issue.record("\(when): woken \(wakes) times in 2 s each")
        }

        /// How often a process has gone to sleep and was woken.
        private static func wakes(of process: Int32) throws -> Int {
            let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
            let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") }
            return try #require(line.flatMap { $0.split(separator: "\t").last.flatMap { Int($0) } })
        }

        /// A maximised window ends at the keyboard, by the window manager's hand, and no toolkit scrolls its field back into what
        /// is left of it: the plugin does, and puts it back.
        @Test(arguments: isLong ? Toolkit.allCases : [.gtk3, .qt5]) func maximized(_ toolkit: Toolkit) throws {
            let desk = try FieldsScene(toolkit)
            let manager = try desk.desktop.python("xask.py", [toolkit.program])
            try desk.window.focus("pinned")
            try manager.tell("maximize")
            try desk.window.wait("the window is maximised") { $0.field.bottom > 740 && $0.field.width > 1000 }
            try desk.window.focus("e22")
            let before = try desk.window.wait("it has the focus") { $0.focus == "e22" }
            #expect(before.field.bottom > 595, "nothing is covered, so nothing is tested")
            try desk.show()
            try desk.expectInSight("e22")
            let report = try desk.plugin.wait("a report of the movement") { $0.outcome == "clear" && $0.shiftY != 0 }
            #expect(report.parts.keys.sorted() == ["scroll"])
            try desk.hide()
            try desk.wait(offset: before.offset)
            try desk.waitUntilNothingIsMoved()

            try desk.show()
            // The window manager has put the pinned field above the keyboard; the other one is above that.
            try desk.window.focus("pinned")
            let pinned = try desk.window.wait("it is in sight", log: desk.log) { $0.focus == "pinned" }
            #expect(pinned.field.bottom <= 595)
            try desk.window.focus("e22")
            try desk.window.wait("it is above the pinned one", log: desk.log) {
                $0.focus == "e22" && $0.field.bottom <= pinned.field.top
            }
            try desk.hide()
            try desk.waitUntilNothingIsMoved()
        }
    }
}
