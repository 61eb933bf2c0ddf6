import AccessibilityPlugin
import Foundation
import HeadroomClient
import HeadroomCore
import Support
import Testing

/// Whose application it is, and who may move things in it.
@Suite("The accessibility plugin's claims", .timeLimit(.minutes(10)))
struct ClaimTests {
    private static let low = 540.0

    private static func holder(_ state: AvoidanceState) -> String? {
        state.plugins.first { $0.number == state.claims.first?.holder }?.kind
    }

    @Test("the claim is on the process of the window's connection, and ends when that goes")
    func process() throws {
        let ground = try Ground()
        try ground.toolkit.focus(at: Self.low)
        let process = "pid:\(getpid())."
        try ground.waitForLists("the claim") {
            $0.claims.first?.subject.hasPrefix(process) == true && Self.holder($0) == "accessibility"
        }
        ground.toolkit.leave()
        try ground.waitForLists("the end of the claim") { $0.claims.isEmpty && $0.plugins.count == 1 }
    }

    @Test("a field that lives on another connection than its window belongs to the window's application")
    func webProcess() throws {
        let ground = try Ground()
        let page = try ground.embed()
        try page.focus(at: Self.low)
        try ground.show()
        try ground.wait("the field to be in sight") { ground.toolkit.offset == 200 }
        // Asked for its toolkit, and claimed by its process, was the window's connection.
        #expect(!page.properties.contains("ToolkitName") && ground.toolkit.properties.contains("ToolkitName"))
        let state = try ground.lists()
        #expect(state.claims.count == 1)
    }

    @Test(
        "what its own plugin holds is never touched, until that lets it go", arguments: [Plugin.Kind.app, .toolkit])
    func held(kind: Plugin.Kind) throws {
        let ground = try Ground()
        var own: Plugin? = try ground.ownPlugin(kind)
        try ground.toolkit.focus(at: Self.low)
        try ground.show()
        try ground.waitForLists("it to wait") { $0.claims.first?.waiting.count == 1 }
        try ground.toolkit.focus(at: Self.low + 10)
        // As long as it takes to see what a focus comes to, and more.
        try ground.pass(microseconds: 700_000)
        #expect(ground.toolkit.sets.isEmpty)
        #expect(try ground.lists().reports.isEmpty)
        own = nil
        try ground.wait("the field to be in sight") { ground.toolkit.offset == 210 }
        try ground.waitForLists("the report") { $0.reports.first?.report.shift.y == -210 }
        withExtendedLifetime(own) {}
    }

    @Test("a program's own plugin that comes while things are moved has them back first, and has no other beside it")
    func takenOver() throws {
        let ground = try Ground()
        try ground.toolkit.focus(at: Self.low)
        try ground.show()
        try ground.wait("the field to be in sight") { ground.toolkit.offset == 200 }
        try ground.waitForLists("the report") { $0.reports.first?.report.latencyUS != nil }
        var offset: Double?
        let own = try ground.ownPlugin(.toolkit) { offset = ground.toolkit.offset }
        #expect(offset == 0, "it is granted before all is back")
        let count = ground.toolkit.sets.count
        try ground.toolkit.focus(at: Self.low + 10)
        try ground.pass(microseconds: 700_000)
        #expect(ground.toolkit.sets.count == count)
        #expect(Self.holder(try ground.lists()) == "toolkit")
        withExtendedLifetime(own) {}
    }

    @Test("a field that scrolling frees in part is reported so, with what stays covered")
    func partial() throws {
        let ground = try Ground()
        // There are 185 to scroll, and 200 would be needed.
        ground.toolkit.contentHeight = 785
        try ground.toolkit.focus(at: Self.low)
        try ground.show()
        let report = try ground.waitForLists("the report") { $0.reports.first?.report.latencyUS != nil }
        #expect(report?.outcome == .partial && report?.residual == 5 && report?.shift.y == -185)
        #expect(report?.parts == [.init(level: "scroll", amount: 185)])
        #expect(ground.toolkit.offset == 185)
        try ground.hide()
        try ground.wait("the field to be back") { ground.toolkit.offset == 0 }
    }

    @Test("applications that [apps] ignore names are left alone, from the next keyboard on", arguments: [true, false])
    func ignored(isByProgram: Bool) throws {
        let ground = try Ground()
        let path = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let program = try #require(path.split(separator: "/").last)
        try ground.configure("[apps]\nignore = other, \(isByProgram ? program.uppercased() : "Scripted")\n")
        try ground.toolkit.focus(at: Self.low)
        try ground.show()
        try ground.pass(microseconds: 700_000)
        #expect(ground.toolkit.sets.isEmpty)
        try ground.hide()
        try ground.wait(for: .hidden)
        try ground.configure("")
        try ground.show()
        try ground.wait("the field to be in sight") { ground.toolkit.offset == 200 }
    }
}
