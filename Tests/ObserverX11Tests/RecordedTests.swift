import HeadroomCore
import Testing

@testable import ObserverX11

/// What a probe recorded of real keyboards on Xvfb with openbox, played to the machine.
@Suite struct RecordedTests {
    /// A keyboard that is hidden at first, if it is there at all, then shown and hidden so many times.
    static func cycles(_ count: Int, _ shown: String, hiddenFirst: Bool) -> [String] {
        (hiddenFirst ? ["-"] : []) + Array(repeating: [shown, "-"], count: count).flatMap(\.self)
    }

    @Test func xvkbdStandsWhereItsWindowIsAndOnTheScreen() throws {
        let server = try RecordedServer.play("xvkbd")
        #expect(
            server.story == [
                "321,311 638x192 floating", "-", "400,327 480x160 floating", "-", "1,580 1279x220 docked", "-",
            ])
        #expect(server.reports.compactMap(\.witness).allSatisfy { $0.name == "xvkbd" })
    }

    @Test func maliitStandsWhereItTakesPointersAndShrinksOnlyToGo() throws {
        let server = try RecordedServer.play("maliit")
        #expect(server.story == RecordedTests.cycles(4, "0,449 1280x351 docked", hiddenFirst: true))
        #expect(server.reports.compactMap(\.witness).allSatisfy { $0.name == "maliit" })
    }

    @Test func qtsKeyboardIsFoundInsideTheApplication() throws {
        let server = try RecordedServer.play("qtvirtualkeyboard")
        #expect(server.story == RecordedTests.cycles(3, "0,400 1280x400 docked", hiddenFirst: false))
        #expect(server.reports.compactMap(\.witness).allSatisfy { $0.name == "qtvirtualkeyboard" })
    }

    @Test func matchboxIsKnownByItsTitle() throws {
        let server = try RecordedServer.play("matchbox") { $0.window == 0x600002 ? "Keyboard" : "" }
        #expect(server.story == RecordedTests.cycles(7, "1,20 1278x320 floating", hiddenFirst: false))
        #expect(try RecordedServer.play("matchbox").story.isEmpty)
    }

    /// Onboard floating, docked below and above, higher, not expanded, forced to the top, killed, and started anew.
    @Test func onboard() throws {
        let server = try RecordedServer.play("onboard")
        #expect(server.reports.compactMap(\.witness).allSatisfy { $0.name == "onboard" })
        let story = server.story
        let floating = ["-"] + Array(repeating: ["100,50 700x205 floating", "off", "-"], count: 11).flatMap(\.self)
        #expect(Array(story.prefix(floating.count)) == floating)
        #expect(story.count { $0 == "0,595 1280x205 docked" } == 11)
        let below = story.filter { $0.hasPrefix("0,") && $0.contains(" 1280x") && !$0.hasPrefix("0,0 ") }
        #expect(below.allSatisfy { $0.hasSuffix(" docked") })
        #expect(
            story.suffix(11) == [
                "0,0 1280x205 docked", "0,0 1280x300 docked", "290,0 700x300 docked", "off", "300,200 500x260 floating",
                "off", "300,200 500x260 floating", "off", "-", "300,200 500x260 floating", "off",
            ])
    }

    /// Docking destroys the window and makes a new one: the keyboard stays there, and stays meant to be seen.
    @Test func aNewWindowIsTheSameKeyboard() throws {
        let server = try RecordedServer.play("onboard")
        let docking = server.reports.filter { (24_600_000...24_800_000).contains($0.time) }
        #expect(docking.first?.witness?.frame == FrameKnowledge.none)
        #expect(docking.last?.witness?.frame == .rect(Rect(x: 0, y: 595, width: 1280, height: 205)))
        #expect(docking.allSatisfy { $0.witness?.isPresent == true && $0.witness?.isVisible == true })
    }

    /// Shown and hidden every 30 ms Onboard ends mapped, and beyond the screen; it is believed to be where it is.
    @Test(arguments: ["onboard-rapid", "onboard-rapid-strut410", "onboard-rapid-strut605"])
    func rapidToggling(_ name: String) throws {
        let server = try RecordedServer.play(name)
        #expect(server.story.suffix(2) == ["off", "-"])
        for (witness, _, _) in server.reports {
            guard case .rect(let frame)? = witness?.frame else { continue }
            #expect(frame.intersection(RecordedServer.screen) == frame)
            #expect(!frame.isEmpty)
        }
    }

    /// The screen gets a smaller mode, the old one, and two monitors for a moment; then Onboard hides, shows itself and ends.
    @Test func aModeIsChanged() throws {
        let server = try RecordedServer.play("onboard-mode-change")
        #expect(server.reports.compactMap(\.witness).allSatisfy { $0.name == "onboard" })
        // But for its slides; what the new mode cuts off is none of it.
        let stood = server.story.filter { $0 == "-" || $0.contains("x205 ") }
        #expect(
            stood == [
                "-", "0,595 1280x205 docked", "-", "0,563 1024x205 docked", "0,563 1024x205 floating",
                "0,563 1280x205 floating", "-", "0,595 1280x205 docked", "0,595 640x205 docked",
                "0,595 1280x205 docked", "-", "0,595 1280x205 docked",
            ])
        #expect(server.story[3] == "0,595 1024x173 docked")
        let small = Rect(x: 0, y: 0, width: 1024, height: 768)
        for (witness, _, time) in server.reports where (3_310_000..<6_568_000).contains(time) {
            guard case .rect(let frame)? = witness?.frame else { continue }
            #expect(small.intersection(frame) == frame)
        }
    }
}
