import HeadroomClient
import HeadroomCore
import Support
import Testing

/// Pages of browsers, which have no scroll bars, and what they keep in front of their fields.
@Suite("The accessibility plugin in browsers", .timeLimit(.minutes(10)))
struct PageTests {
    /// A field from 640 to 670 has to go 200 up to end 10 above a keyboard that begins at 480.
    private static let low = 540.0

    private func ground() throws -> Ground {
        let ground = try Ground()
        ground.toolkit.isBrowser = true
        return ground
    }

    @Test("a page is scrolled by its field, and goes back")
    func page() throws {
        let ground = try ground()
        try ground.toolkit.focus(at: Self.low)
        try ground.show()
        try ground.wait("the field to be in sight") { ground.toolkit.offset == 200 }
        let report = try ground.waitForLists("the report") { $0.reports.first?.report.shift.y == -200 }
        #expect(report?.parts == [.init(level: "scroll", amount: 200)])
        try ground.hide()
        try ground.wait("the page to be back") { ground.toolkit.offset == 0 }
    }

    /// The footer's button is hit; the whole footer counts.
    @Test("a field under the page's own footer is lifted above that, the next one at once")
    func footer() throws {
        let ground = try ground()
        ground.toolkit.footer = Rect(x: 100, y: 430, width: 400, height: 50)
        try ground.toolkit.focus(at: Self.low)
        try ground.show()
        // To 10 above the footer.
        try ground.wait("the field to be above the footer") { ground.toolkit.offset == 250 }
        try ground.waitForLists("the report") { $0.reports.first?.report.shift.y == -250 }
        try ground.toolkit.focus(at: 600)
        try ground.wait("the next one to be") { ground.toolkit.offset == 310 }
        try ground.hide()
        try ground.wait("the page to be back") { ground.toolkit.offset == 0 }
    }

    /// The window was made smaller without the keyboard's word that it would be: nothing of the page is covered any more, and the
    /// footer is where the keyboard begins.
    @Test("a field under the footer of a page that ends at the keyboard is lifted above that")
    func footerOfSmallerPage() throws {
        let ground = try ground()
        ground.toolkit.view.height = Ground.frame.top - ground.toolkit.view.top
        ground.toolkit.footer = Rect(x: 100, y: 430, width: 400, height: 50)
        // From 445 to 475, so 55 are missing.
        try ground.toolkit.focus(at: 345)
        try ground.show()
        try ground.wait("the field to be above the footer") { ground.toolkit.offset == 55 }
        try ground.waitForLists("the report") { $0.reports.first?.report.shift.y == -55 }
        try ground.hide()
        try ground.wait("the page to be back") { ground.toolkit.offset == 0 }
    }

    @Test(
        "what stands elsewhere, or is no footer but all of the page, lifts nothing",
        arguments: [
            Rect(x: 100, y: 100, width: 400, height: 50), Rect(x: 100, y: 150, width: 400, height: 550),
        ])
    func other(front: Rect) throws {
        let ground = try ground()
        ground.toolkit.footer = front
        try ground.toolkit.focus(at: Self.low)
        try ground.show()
        try ground.wait("the field to be in sight") { ground.toolkit.offset == 200 }
        try ground.wait("it to be looked for") { ground.toolkit.asked.contains("GetAccessibleAtPoint") }
        try ground.pass(microseconds: 600_000)
        #expect(ground.toolkit.offset == 200)
    }

    @Test("a field that is fixed in its page is said to be covered; the page goes back all the same")
    func fixed() throws {
        let ground = try ground()
        try ground.toolkit.focus(at: Self.low)
        try ground.show()
        try ground.wait("the field to be in sight") { ground.toolkit.offset == 200 }
        ground.toolkit.isFixed = true
        try ground.toolkit.focus(at: Self.low)
        let report = try ground.waitForLists("the report") { $0.reports.first?.report.residual == 30 }
        #expect(report?.outcome == .partial)
        try ground.hide()
        try ground.wait("the page to be back") { ground.toolkit.offset == 0 }
        try ground.pass(microseconds: 600_000)
        #expect(ground.toolkit.offset == 0)
    }

    @Test("where a browser scrolls its field while that is moved, it is in sight, and what was moved goes back")
    func scrolledSince() throws {
        let ground = try ground()
        try ground.toolkit.focus(at: Self.low)
        try ground.show(0)
        try ground.wait("the field to be in sight") { ground.toolkit.offset == 200 }
        // Before it is looked at what came of it, or after that, as it happens: then the page belongs there.
        ground.toolkit.scroll(to: 260)
        try ground.toolkit.focus(at: Self.low)
        try ground.pass(microseconds: 600_000)
        let shown = ground.toolkit.offset
        #expect(shown >= 200, "the field is covered")
        let shift = try ground.waitForLists("the report") { !$0.reports.isEmpty }?.shift.y ?? 0
        #expect(shift == -260 || shift == -200)
        try ground.hide()
        try ground.wait("what was moved to be back") { ground.toolkit.offset == shown + shift }
    }

    @Test("places are asked for, never text")
    func privacy() throws {
        let ground = try ground()
        ground.toolkit.footer = Rect(x: 100, y: 430, width: 400, height: 50)
        try ground.toolkit.focus(at: Self.low)
        try ground.show()
        try ground.wait("the field to be above the footer") { ground.toolkit.offset == 250 }
        let harmless: Set<String> = [
            "GetAddress", "RegisterEvent", "Get", "GetExtents", "GetRole", "GetState", "GetChildren", "GetAttributes",
            "GetChildAtIndex", "ScrollToPoint", "GetAccessibleAtPoint",
        ]
        #expect(ground.toolkit.asked.isSubset(of: harmless), "\(ground.toolkit.asked)")
    }
}
