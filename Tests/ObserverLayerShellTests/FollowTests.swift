import HeadroomCore
import Testing

@testable import ObserverLayerShell

/// What was there before, what slides, grows, turns and comes back.
@Suite(.serialized) struct FollowTests {
    typealias Surface = SimulatedCompositor.Surface

    static let output = Rect(x: 0, y: 0, width: 360, height: 720)
    static let keyboard = Surface(name: "keyboard", layer: 2, edge: .bottom, zone: 210)
    static let panel = Surface(name: "panel", layer: 2, edge: .bottom, zone: 40)

    static func desktop(_ newestFirst: Bool, _ surfaces: [Surface] = []) -> SimulatedCompositor {
        var desktop = SimulatedCompositor(width: 360, height: 720, newestFirst: newestFirst)
        for surface in surfaces { desktop.add(surface) }
        desktop.start()
        return desktop
    }

    /// What is up at the first look is one strip up to the edge, and says so.
    @Test(arguments: [true, false]) func firstLookIsTheUnion(newestFirst: Bool) throws {
        var desktop = FollowTests.desktop(newestFirst, [FollowTests.panel, FollowTests.keyboard])
        let strip = try #require(desktop.machine.reading?.strips.first)
        #expect(desktop.machine.reading?.strips.count == 1)
        #expect(!strip.isWhole)
        #expect(strip.frame(on: FollowTests.output) == Rect(x: 0, y: 470, width: 360, height: 250))

        // The keyboard goes: the panel stays. It comes again: exact.
        desktop.remove("keyboard")
        desktop.settle()
        #expect(desktop.machine.reading?.strips.map(\.thickness) == [40])
        desktop.add(FollowTests.keyboard)
        desktop.settle()
        let strips = try #require(desktop.machine.reading?.strips)
        #expect(strips.map(\.isWhole) == [false, true])
        #expect(strips.last?.frame(on: FollowTests.output) == desktop.areas().frames["keyboard"])
    }

    /// A keyboard that keeps its surface and takes its zone back when hidden.
    @Test(arguments: [true, false]) func oneSurfaceForEver(newestFirst: Bool) throws {
        var desktop = FollowTests.desktop(newestFirst)
        desktop.add(Surface(name: "keyboard", layer: 2, edge: .bottom, zone: 0))
        desktop.settle()
        for _ in 0..<5 {
            desktop.change("keyboard") { $0.zone = 210 }
            desktop.settle()
            #expect(StripTests.strips(desktop) == [Rect(x: 0, y: 510, width: 360, height: 210)])
            desktop.change("keyboard") { $0.zone = 0 }
            desktop.settle()
            #expect(StripTests.strips(desktop) == [])
        }
    }

    /// A slide is one strip from its first step to its last, and its steps cost no new markers.
    @Test(arguments: [true, false]) func slide(newestFirst: Bool) throws {
        var desktop = FollowTests.desktop(newestFirst, [FollowTests.panel])
        var since: Set<UInt64> = []
        for round in 0..<3 {
            desktop.add(Surface(name: "keyboard", layer: 2, edge: .bottom, zone: 12))
            desktop.settle()
            let made = desktop.made
            for zone in stride(from: 24, through: 204, by: 12) {
                desktop.change("keyboard") { $0.zone = zone }
                desktop.settle()
                let strips = try #require(desktop.machine.reading?.strips)
                #expect(strips.last?.frame(on: FollowTests.output) == desktop.areas().frames["keyboard"])
                since.insert(strips.last?.since ?? 0)
            }
            #expect(desktop.made == made)
            #expect(since.count == round + 1)
            for zone in stride(from: 192, through: 0, by: -12) {
                desktop.change("keyboard") { $0.zone = zone }
                desktop.settle()
            }
            #expect(desktop.machine.reading?.strips.map(\.thickness) == [40])
            desktop.remove("keyboard")
            desktop.settle()
        }
    }

    /// A panel that comes and goes under a keyboard moves its strip and leaves its age alone.
    @Test(arguments: [true, false]) func panelUnderAKeyboard(newestFirst: Bool) throws {
        var desktop = FollowTests.desktop(newestFirst)
        desktop.add(FollowTests.keyboard)
        desktop.settle()
        let strip = try #require(desktop.machine.reading?.strips.first)
        for _ in 0..<4 {
            desktop.add(FollowTests.panel)
            desktop.settle()
            let found = try #require(desktop.machine.reading?.strips.first { $0.since == strip.since })
            #expect(found.frame(on: FollowTests.output) == desktop.areas().frames["keyboard"])
            #expect(desktop.machine.reading?.strips.count == 2)
            desktop.remove("panel")
            desktop.settle()
            #expect(desktop.machine.reading?.strips.map(\.since) == [strip.since])
        }
        #expect(desktop.markers <= 2 * OutputMachine.mostMarkers + 1)
    }

    /// A rotation says nothing until the sizes fit together, and the strip stays the same one.
    @Test(arguments: [true, false]) func rotation(newestFirst: Bool) throws {
        var desktop = FollowTests.desktop(newestFirst)
        desktop.add(FollowTests.keyboard)
        desktop.settle()
        let since = desktop.machine.reading?.strips.first?.since
        desktop.resize(width: 720, height: 360)
        #expect(desktop.machine.reading == nil)
        // The compositor still has the old height; the keyboard takes its new one a little later.
        desktop.pass(microseconds: 15_000)
        #expect(desktop.machine.reading == nil)
        desktop.change("keyboard") { $0.zone = 180 }
        desktop.settle()
        #expect(desktop.published.suffix(2).first == .some(nil))
        let reading = try #require(desktop.machine.reading)
        #expect(reading.strips.map(\.since) == [since])
        #expect(StripTests.strips(desktop) == [Rect(x: 0, y: 180, width: 720, height: 180)])
    }

    /// 200 shows and hides: none lost, none doubled, and no more markers than allowed.
    @Test(arguments: [true, false]) func manyCycles(newestFirst: Bool) throws {
        var desktop = FollowTests.desktop(newestFirst, [FollowTests.panel])
        let before = desktop.published.count
        for _ in 0..<200 {
            desktop.add(FollowTests.keyboard)
            desktop.settle()
            #expect(desktop.machine.reading?.strips.last?.thickness == 210)
            desktop.remove("keyboard")
            desktop.settle()
            #expect(desktop.machine.reading?.strips.last?.thickness == 40)
        }
        #expect(desktop.published.count == before + 400)
        #expect(desktop.markers <= 2 * OutputMachine.mostMarkers + 1)
        #expect(desktop.made <= 3 + 2 * 201)
    }
}
