import DesktopSupport
import Support
import Testing

extension DesktopTests {
    /// The real IBus with libpinyin, and somebody who types.
    @Suite(.serialized) struct IBusTests {
        /// What all tests with IBus build on: candidates come and go, text is committed, engines change, IBus dies and
        /// comes back.
        @Test func typing() throws {
            let desktop = try XDesktop()
            let ibus = try IBus(desktop)
            let typist = try Typist(ibus)
            try typist.type("nihao")
            try typist.waitForCandidates(shown: true)
            try typist.press("space")
            try typist.wait(text: "你好")
            try typist.waitForCandidates(shown: false)

            try ibus.use(IBus.latin)
            try typist.type("x")
            try typist.wait(text: "你好x")
            #expect(typist.popup == nil)

            try ibus.use(IBus.pinyin)
            try typist.type("ni")
            try typist.waitForCandidates(shown: true)
            ibus.kill()
            try typist.waitForCandidates(shown: false)
            try ibus.restart()
            try typist.waitUntilReached()
        }
    }
}
