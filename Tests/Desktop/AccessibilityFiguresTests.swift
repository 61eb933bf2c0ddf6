import DesktopSupport
import HeadroomBus
import HeadroomCore
import Support
import Testing

extension DesktopTests {
    /// How long the accessibility plugin takes, and how much of the processor, in figures. They are printed, and no time fails
    /// anything.
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
            let process = scene.plugin.teller.process
            var (first, whole): ([Double], [Double]) = ([], [])
            var (moving, staying): ([Double], [Double]) = ([], [])
            for number in 16..<26 {
                let name = "e\(number)"
                let (begin, used) = (scene.desktop.loop.now, try process.processorTime())
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
                // By now everything has stood for longer than it takes to look at what came of it.
                moving.append(Double(try process.processorTime() - used) / 1000)
            }
            for number in 0..<(Rounds.number == 20 ? 0 : 10) {
                let used = try process.processorTime()
                try scene.window.focus("e\(24 - number % 2)")
                try scene.expectInSight("e\(24 - number % 2)")
                staying.append(Double(try process.processorTime() - used) / 1000)
            }
            print("\(toolkit): ms from the focus to the first movement: \(Figures(first).text)")
            print("\(toolkit): ms from the focus to the field's being in sight: \(Figures(whole).text)")
            print("\(toolkit): ms of processor a focus move that scrolls: \(Figures(moving).text)")
            if !staying.isEmpty {
                print("\(toolkit): ms of processor one that need not: \(Figures(staying).text)")
            }
            #expect(whole.count == 10)
        }
    }
}
