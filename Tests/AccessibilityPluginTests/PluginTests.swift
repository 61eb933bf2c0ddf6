import AccessibilityPlugin
import HeadroomBus
import HeadroomClient
import HeadroomCore
import Support
import Testing

/// The plugin with the real daemon, and an application that answers as a test has it.
@Suite("The accessibility plugin", .timeLimit(.minutes(10)))
struct PluginTests {
    /// A field from 640 to 670 has to go 200 up to end 10 above a keyboard that begins at 480.
    private static let low = 540.0

    @Test(
        "a covered field is scrolled into sight, that is reported, and it goes back",
        arguments: [nil, ScriptedToolkit.Fault.lateField, .rows, .forgetful])
    func life(fault: ScriptedToolkit.Fault?) throws {
        let ground = try Ground(fault)
        #expect(ground.toolkit.registered.contains("object:state-changed:focused"))
        try ground.toolkit.focus(at: Self.low)
        try ground.show()
        try ground.wait("the field to be in sight") { ground.toolkit.offset == 200 }
        let report = try ground.waitForLists("the report") { $0.reports.first?.report.shift.y == -200 }
        #expect(report?.outcome == .clear)
        #expect(report?.parts == [.init(level: "scroll", amount: 200)])
        #expect(report?.target == Rect(x: 110, y: 440, width: 300, height: 30))
        try ground.hide()
        try ground.wait("the field to be back") { ground.toolkit.offset == 0 }
        try ground.waitForLists("the last report") { $0.reports.first?.report.outcome == .restored }
    }

    @Test("only places, roles, states and values are asked for, never text")
    func privacy() throws {
        let ground = try Ground()
        try ground.toolkit.focus(at: Self.low)
        try ground.show()
        try ground.wait("the field to be in sight") { ground.toolkit.offset == 200 }
        let harmless: Set<String> = [
            "GetAddress", "RegisterEvent", "Get", "Set", "GetExtents", "GetRole", "GetState", "GetChildren",
            "GetAttributes",
        ]
        #expect(ground.toolkit.asked.isSubset(of: harmless), "\(ground.toolkit.asked)")
    }

    @Test("the focus moves while the keyboard is shown, and the user scrolls: that stays")
    func user() throws {
        let ground = try Ground()
        try ground.toolkit.focus(at: Self.low)
        try ground.show()
        try ground.wait("the field to be in sight") { ground.toolkit.offset == 200 }
        try ground.toolkit.focus(at: 600)
        try ground.wait("the next one to be") { ground.toolkit.offset == 260 }
        try ground.waitForLists("the report") { $0.reports.first?.report.shift.y == -260 }
        // Soon after the focus moved it would be the application that scrolls.
        try ground.pass(microseconds: 600_000)
        ground.toolkit.scroll(to: 120)
        try ground.hide(0)
        try ground.waitForLists("the last report") { $0.reports.first?.report.outcome == .restored }
        #expect(ground.toolkit.offset == 120)
    }

    @Test("where the focus was before the plugin came is found")
    func late() throws {
        let ground = try Ground(isFocused: true)
        try ground.show()
        try ground.wait("the field to be in sight") { ground.toolkit.offset == 200 }
    }

    @Test("the focus leaves for something that nobody types in: everything goes back")
    func unfocused() throws {
        let ground = try Ground()
        try ground.toolkit.focus(at: Self.low)
        try ground.show()
        try ground.wait("the field to be in sight") { ground.toolkit.offset == 200 }
        try ground.toolkit.unfocus()
        try ground.wait("the field to be back") { ground.toolkit.offset == 0 }
    }

    @Test("what the user has scrolled stays, wherever the focus goes")
    func unfocusedAfterScrolling() throws {
        let ground = try Ground()
        try ground.toolkit.focus(at: Self.low)
        try ground.show()
        try ground.wait("the field to be in sight") { ground.toolkit.offset == 200 }
        try ground.waitForLists("the report") { $0.reports.first?.report.latencyUS != nil }
        // Soon after the focus moved it would be the application that scrolls.
        try ground.pass(microseconds: 600_000)
        ground.toolkit.scroll(to: 120)
        try ground.toolkit.unfocus()
        try ground.waitForLists("the last report") { $0.reports.first?.report.outcome == .restored }
        #expect(ground.toolkit.offset == 120)
    }

    @Test(
        "a bar that moves nothing is left as it was, and that the field stays covered is said",
        arguments: [
            ScriptedToolkit.Fault.deadBar, .stuckBar,
        ])
    func deadBar(fault: ScriptedToolkit.Fault) throws {
        let ground = try Ground(fault)
        try ground.toolkit.focus(at: Self.low)
        try ground.show()
        let report = try ground.waitForLists("the report") { $0.reports.first?.report.outcome == .impossible }
        #expect(report?.residual == 30)
        try ground.wait("the bar to be as it was") { ground.toolkit.value == 0 && ground.toolkit.sets.last == 0 }
        try ground.hide(0)
        try ground.waitForLists("that nothing is covered") { $0.reports.first?.report.outcome == .restored }
    }

    @Test("in a window that nobody can place nothing is moved, and that its field may be covered is said each time")
    func unplaced() throws {
        let ground = try Ground(knowsWindows: false)
        try ground.toolkit.focus(at: Self.low)
        try ground.show(0)
        let first = try ground.waitForLists("the report") { $0.reports.first?.report.outcome == .impossible }
        #expect(first?.residual == nil && first?.target == nil && first?.shift == .zero)
        try ground.hide(0)
        try ground.waitForLists("that nothing is covered") { $0.reports.first?.report.outcome == .restored }
        try ground.show(0)
        try ground.waitForLists("the next one") { state in
            guard let report = state.reports.first?.report, let first else { return false }
            return report.outcome == .impossible && report.serial > first.serial
        }
        #expect(ground.toolkit.sets.isEmpty)
    }

    @Test(
        "applications that hang, lie or never end move nothing, and the next one is served as ever",
        arguments: [
            ScriptedToolkit.Fault.hangs, .offScreen, .loop, .impossible, .wrongTypes, .endless,
        ])
    func hostile(fault: ScriptedToolkit.Fault) throws {
        let ground = try Ground(fault)
        try ground.show(0)
        try ground.toolkit.focus(at: Self.low)
        try ground.wait("it to be asked") { ground.toolkit.asked.contains("GetState") }
        // As long as the application may take to answer, and more.
        try ground.pass(microseconds: 1_000_000)
        #expect(ground.toolkit.sets.isEmpty)
        ground.toolkit.fault = nil
        try ground.toolkit.focus(at: Self.low)
        try ground.wait("the field to be in sight") { ground.toolkit.offset == 200 }
    }

    @Test("one that is too busy to answer for a while is waited for, and nothing is put back for that")
    func busy() throws {
        let ground = try Ground()
        try ground.toolkit.focus(at: Self.low)
        try ground.show()
        try ground.waitForLists("the report") { $0.reports.first?.report.latencyUS != nil }
        ground.toolkit.fault = .hangs
        try ground.show(0, higherBy: 40)
        // Longer than what never stands is looked at, and than the daemon's word counts as new.
        try ground.pass(microseconds: 900_000)
        ground.toolkit.fault = nil
        try ground.wait("the field to be above the higher keyboard") { ground.toolkit.offset == 240 }
        try ground.hide()
        try ground.wait("the field to be back") { ground.toolkit.offset == 0 }
    }

    @Test("what was seen on its way teaches nothing of a bar")
    func lag() throws {
        let ground = try Ground()
        ground.toolkit.lag = 50
        try ground.toolkit.focus(at: 540)
        try ground.show(0)
        // By what it said first 150 were enough, which moved its field by 100 then.
        try ground.wait("the field to be in sight by just what it takes") { ground.toolkit.offset == 200 }
        #expect(ground.toolkit.sets.allSatisfy { $0 <= 200 }, "it was thought to scroll by less than a pixel")
        try ground.hide(0)
        try ground.wait("the list to be where it was") { ground.toolkit.offset == 0 }
    }

    @Test("stopping does not wait for an application that hangs")
    func stoppingBesideAHang() throws {
        let ground = try Ground()
        try ground.toolkit.focus(at: Self.low)
        try ground.show()
        try ground.waitForLists("the report") { $0.reports.first?.report.latencyUS != nil }
        ground.toolkit.fault = .hangs
        var isDone = false
        let begin = ground.loop.now
        ground.plugin.stop { isDone = true }
        try ground.wait("the end") { isDone }
        // Systems give it 5 s.
        #expect(ground.loop.now - begin < 4_000_000)
    }

    @Test("stopping puts everything back first")
    func stopping() throws {
        let ground = try Ground()
        try ground.toolkit.focus(at: Self.low)
        try ground.show()
        try ground.wait("the field to be in sight") { ground.toolkit.offset == 200 }
        var isDone = false
        ground.plugin.stop { isDone = true }
        try ground.wait("the end") { isDone }
        try ground.wait("the field to be back") { ground.toolkit.offset == 0 }
    }
}
