import DesktopSupport
import Glibc
import HeadroomCore
import Support
import Testing

extension DesktopTests {
    /// What the daemon lives on fails: the machine keeps it from running while Onboard slides, the bus goes.
    @Suite(.serialized) struct OnboardFailureTests {
        /// What came meanwhile is heard before anything is concluded from the time that passed: it is told how the slide
        /// ended, and no rest on its way that was none.
        @Test(arguments: [OnboardTests.Way.into, .out]) func stall(_ way: OnboardTests.Way) throws {
            let (onboard, story) = try OnboardTests.begin()
            try OnboardTests.learn(onboard, story)
            var late = Lateness(story, onboard.truth, onboard.process.process, on: onboard.desktop)
            var stalled = 0
            for round in 0..<30 where stalled < 3 {
                if way == .out { try OnboardTests.move(onboard, story, shown: true) }
                let before = onboard.truth.places.count - 1
                _ = try late.take()
                if way == .into { try onboard.show() } else { try onboard.hide() }
                let first = try story.wait(for: "the slide") { !$0.isEmpty }
                let lateness = try late.take().daemon
                story.daemon.process.send(SIGSTOP)
                let places = onboard.truth.places[before...]
                try onboard.wait(shown: way == .into)
                story.daemon.process.send(SIGCONT)
                let notes = try OnboardTests.end(
                    story, at: way == .into ? OnboardTests.bottom : nil, after: first)
                let told = notes.map(\.member) + (try story.pending().map(\.member))
                if way == .into { try OnboardTests.move(onboard, story, shown: false) }
                // Onboard was still on its way, and had not rested on it.
                guard first.count == 1, onboard.truth.places.count > places.endIndex + 2,
                    Slide(places).isSeen(by: lateness)
                else { continue }
                stalled += 1
                #expect(told == (way == .into ? ["WillShow", "DidShow"] : ["WillHide", "DidHide"]), "round \(round)")
            }
            #expect(stalled == 3)
        }

        /// The same where it goes on while Onboard is still on its way.
        @Test func resumed() throws {
            let (onboard, story) = try OnboardTests.begin()
            try OnboardTests.learn(onboard, story)
            var late = Lateness(story, onboard.truth, onboard.process.process, on: onboard.desktop)
            var resumed = 0
            for round in 0..<30 where resumed < 3 {
                let before = onboard.truth.places.count - 1
                _ = try late.take()
                try onboard.show()
                let first = try story.wait(for: "the slide") { !$0.isEmpty }
                let lateness = try late.take().daemon
                story.daemon.process.send(SIGSTOP)
                let stopped = onboard.truth.places.count
                try onboard.truth.wait("it to go on") {
                    onboard.truth.places.count > stopped + 3 || $0.visible == OnboardTests.bottom
                }
                story.daemon.process.send(SIGCONT)
                let goesOn = onboard.truth.places.count
                _ = try late.take()
                try onboard.wait(shown: true)
                let rest = try late.take().daemon
                let notes = try OnboardTests.end(story, at: OnboardTests.bottom, after: first)
                let told = notes.map(\.member) + (try story.pending().map(\.member))
                let slide = Slide(onboard.truth.places[before...])
                try OnboardTests.move(onboard, story, shown: false)
                guard first.count == 1, onboard.truth.places.count > goesOn + 2, slide.isSeen(by: max(lateness, rest))
                else { continue }
                resumed += 1
                #expect(told == ["WillShow", "DidShow"], "round \(round)")
            }
            #expect(resumed == 3)
        }

        /// The bus goes while Onboard is shown, and comes back: the daemon ends as its unit's restart wants it. Onboard ends
        /// with its bus, too; the next daemon follows the next one.
        @Test func busRestart() throws {
            let desktop = try XDesktop()
            let first = try Story(desktop)
            let onboard = try Onboard(desktop, staysShown: true)
            _ = try OnboardTests.end(first, at: OnboardTests.bottom)
            try desktop.restartBus()
            #expect(try first.daemon.process.waitForExit() == 1)
            #expect(first.daemon.process.log.contains("the session bus is gone"))

            _ = try onboard.process.process.waitForExit()
            let story = try Story(desktop)
            try story.settle(onboard.truth)
            #expect(try desktop.published().phase == "hidden")
            let next = try Onboard(desktop)
            try story.waitForObservers(["Onboard": "active"])
            _ = try OnboardTests.end(story, at: nil)
            #expect(try OnboardTests.move(next, story, shown: true).notes.last?.end == OnboardTests.bottom)
            try OnboardTests.move(next, story, shown: false)
        }
    }
}
