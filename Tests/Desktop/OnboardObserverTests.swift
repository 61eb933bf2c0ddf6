import DesktopSupport
import Glibc
import HeadroomCore
import HeadroomObserving
import Support
import Testing

extension DesktopTests {
    /// Onboard's observer alone, with the real Onboard.
    @Suite(.serialized) struct OnboardObserverTests {
        private static func watch(_ desktop: XDesktop) throws -> FactsRecorder {
            let recorder = FactsRecorder(OnboardObserver(), loop: desktop.loop, bus: desktop.bus)
            recorder.start()
            try desktop.loop.wait("an availability") { recorder.availability != nil }
            return recorder
        }

        /// It is never started, is found when it comes, and followed; `Visible` is what the observer says.
        @Test func visibility() throws {
            let desktop = try XDesktop()
            let recorder = try Self.watch(desktop)
            #expect(recorder.availability?.word == "waiting")
            let onboard = try Onboard(desktop)
            try desktop.loop.wait("Onboard, hidden") { recorder.facts?.keyboard?.isVisible == false }
            #expect(recorder.availability == .active)
            #expect(recorder.facts?.keyboard?.name == "onboard")
            for _ in 0..<5 {
                for isShown in [true, false] {
                    let before = recorder.reports.count
                    if isShown { try onboard.show() } else { try onboard.hide() }
                    try onboard.wait(shown: isShown)
                    try desktop.loop.wait("the observer") { recorder.facts?.keyboard?.isVisible == isShown }
                    #expect(recorder.reports.count == before + 1)
                }
            }
            onboard.process.process.kill()
            try desktop.loop.wait("its end") { recorder.facts == nil }
            #expect(recorder.availability?.word == "waiting")
            try desktop.bus.settle()
            #expect(!desktop.busLog.contains("Activating service name='org.onboard.Onboard'"))
        }

        /// The observer asks Onboard to show and to hide, also when it was stopped and goes on.
        @Test func requests() throws {
            let desktop = try XDesktop()
            let onboard = try Onboard(desktop)
            let recorder = try Self.watch(desktop)
            try desktop.loop.wait("Onboard, hidden") { recorder.facts?.keyboard?.isVisible == false }
            #expect(recorder.observer.show())
            try onboard.wait(shown: true)
            onboard.process.process.send(SIGSTOP)
            for _ in 0..<10 { #expect(recorder.observer.hide() && recorder.observer.show()) }
            try desktop.loop.wait("the end of patience") { recorder.availability?.word == "waiting" }
            #expect(!recorder.observer.show())
            #expect(recorder.facts?.keyboard?.isVisible == true)
            onboard.process.process.send(SIGCONT)
            // The one request that was on its way.
            try onboard.wait(shown: false)
            try desktop.loop.wait("its answer") { recorder.availability == .active }
            #expect(recorder.observer.show())
            try onboard.wait(shown: true)
        }
    }
}
