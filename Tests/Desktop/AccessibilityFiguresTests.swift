import DesktopSupport
import HeadroomBus
import HeadroomCore
import Support
import Testing

extension DesktopTests {
    /// How long the accessibility plugin takes, in figures. They are printed, and no time fails anything.
    @Suite(.serialized) struct AccessibilityFiguresTests {
        typealias Toolkit = FieldsWindow.Toolkit
        typealias Browser = FieldsWindow.Browser

        @Test(arguments: Toolkit.some(.gtk3, .qt5)) func focusToInSight(_ toolkit: Toolkit) throws {
            try measure(try FieldsScene { try FieldsWindow($0, toolkit) }, "\(toolkit)")
        }

        @Test(arguments: Browser.some(.chromium)) func focusToInSightInPage(_ browser: Browser) throws {
            try measure(try FieldsScene { try FieldsWindow($0, browser) }, "\(browser)")
        }

        /// From the focus of a covered field to the field's being in sight, the movement's 150 ms among it.
        private func measure(_ scene: FieldsScene, _ toolkit: String) throws {
            try scene.window.focus("e15")
            try scene.show()
            try scene.expectInSight("e15")
            var (first, whole): ([Double], [Double]) = ([], [])
            for number in 16..<26 {
                let name = "e\(number)"
                let begin = scene.desktop.loop.now
                try scene.window.focus(name)
                let before = try scene.window.truth()
                var last = before
                while last.field.bottom > FieldsScene.limit + FieldsScene.rounding {
                    let isFirst = last.offset == before.offset
                    last = try scene.window.truth()
                    let time = Double(scene.desktop.loop.now - begin) / 1000
                    if isFirst, last.offset != before.offset { first.append(time) }
                    guard time < 30_000 else { throw TestFailure("\(name) stays covered\n\(scene.log)") }
                }
                whole.append(Double(scene.desktop.loop.now - begin) / 1000)
                try scene.expectInSight(name)
            }
            print("\(toolkit): ms from the focus to the first movement: \(Figures(first).text)")
            print("\(toolkit): ms from the focus to the field's being in sight: \(Figures(whole).text)")
            #expect(whole.count == 10)
        }
    }
}
