import HeadroomCore
import HeadroomDesktop
import Testing

@testable import ObserverX11

/// The machine alone, told what no honest server tells.
@Suite struct WindowTableTests {
    static let screen = Rect(x: 0, y: 0, width: 1280, height: 800)
    static let keys = WindowLook(
        isViewable: true, frame: Rect(x: 0, y: 500, width: 1280, height: 300), bounding: nil, input: nil)

    static func traits(_ name: String) -> WindowTraits {
        var traits = WindowTraits()
        traits.instance = name
        traits.className = name
        return traits
    }

    static func table() -> WindowTable {
        var table = WindowTable(root: 1, clientBits: 0x1fffff)
        _ = table.outputsChanged([Output(name: "screen", frame: screen)], screen: screen, at: 0)
        return table
    }

    /// Shows a window of this class.
    static func show(_ window: UInt32, _ name: String, in table: inout WindowTable, at time: UInt64) {
        _ = table.mapped(window)
        _ = table.described(window, traits(name), at: time)
        _ = table.batchEnded()
        _ = table.looked(window, keys, at: time)
    }

    @Test func whatIsNotBoundedBySenseIsBoundedByNumber() {
        var table = WindowTableTests.table()
        for window in 0..<20_000 as Range<UInt32> { _ = table.mapped(0x100000 + window) }
        #expect(table.refused >= 20_000 - WindowTable.mostAsked)
        for window in 0..<20_000 as Range<UInt32> {
            _ = table.described(0x100000 + window, WindowTableTests.traits("svkbd"), at: 1)
        }
        #expect(table.batchEnded().count <= WindowTable.mostFollowed)
        // Panels take no keyboard's place.
        var panels = WindowTableTests.table()
        var panel = WindowTraits()
        panel.types = [.typeDock]
        for window in 0..<1000 as Range<UInt32> {
            _ = panels.mapped(0x100000 + window)
            _ = panels.described(0x100000 + window, panel, at: 1)
        }
        WindowTableTests.show(0x900000, "svkbd", in: &panels, at: 2)
        #expect(panels.keyboards.witness?.name == "svkbd")
    }

    @Test func answersThatNobodyAskedFor() {
        var table = WindowTableTests.table()
        #expect(table.described(5, WindowTableTests.traits("svkbd"), at: 1).isEmpty)
        #expect(table.looked(5, WindowTableTests.keys, at: 1).isEmpty)
        table.topFound(5, 6)
        #expect(table.destroyed(5, at: 1).isEmpty)
        #expect(table.reparented(5, to: 6).isEmpty)
        #expect(table.propertyChanged(5, nil).isEmpty)
        #expect(table.keyboards.witness == nil)
    }

    /// A window is gone before it answers.
    @Test func windowsThatVanish() {
        var table = WindowTableTests.table()
        #expect(table.mapped(7) == [.describe(7)])
        #expect(table.described(7, nil, at: 1).isEmpty)
        WindowTableTests.show(8, "svkbd", in: &table, at: 2)
        #expect(table.keyboards.witness?.isVisible == true)
        table.changed(8)
        #expect(table.batchEnded() == [.look(8)])
        #expect(table.looked(8, nil, at: 3) == [.report])
        #expect(table.keyboards.witness?.isVisible == false)
        #expect(table.destroyed(8, at: 4).isEmpty)
        #expect(table.deadline == 60_003 || table.deadline == 60_004)
        #expect(table.passed(70_000) == [.report])
        #expect(table.keyboards.witness == nil)
        #expect(table.deadline == nil)
    }

    /// One question at a time, and one more if something changed meanwhile.
    @Test func questionsDoNotPileUp() {
        var table = WindowTableTests.table()
        WindowTableTests.show(8, "svkbd", in: &table, at: 1)
        for _ in 0..<1000 { table.changed(8) }
        #expect(table.batchEnded() == [.look(8)])
        for _ in 0..<1000 { table.changed(8) }
        #expect(table.batchEnded().isEmpty)
        _ = table.looked(8, WindowTableTests.keys, at: 2)
        #expect(table.batchEnded() == [.look(8)])
        _ = table.looked(8, WindowTableTests.keys, at: 3)
        #expect(table.batchEnded().isEmpty)
        #expect(table.mapped(9) == [.describe(9)])
        #expect(table.mapped(9).isEmpty)
        #expect(table.described(9, WindowTraits(), at: 4) == [.describe(9), .ignore(9, mayChange: true)])
        #expect(table.described(9, WindowTraits(), at: 4) == [.ignore(9, mayChange: true)])
    }

    /// Frames beyond all sense move nothing that is published beyond the screen.
    @Test func hostileGeometry() {
        var table = WindowTableTests.table()
        WindowTableTests.show(8, "svkbd", in: &table, at: 1)
        let extremes: [Double] = [-32_768, -46, 0, 45, 46, 799, 1280, 32_767, 65_535]
        for x in extremes {
            for y in extremes {
                for size in extremes where size >= 0 {
                    table.changed(8)
                    _ = table.batchEnded()
                    let frame = Rect(x: x, y: y, width: size, height: size)
                    let look = WindowLook(isViewable: true, frame: frame, bounding: nil, input: [frame])
                    _ = table.looked(8, look, at: 2)
                    guard let witness = table.keyboards.witness else { continue }
                    #expect(witness.placement != nil)
                    if case .rect(let visible)? = witness.frame {
                        #expect(visible.intersection(WindowTableTests.screen) == visible)
                        #expect(witness.isVisible == true)
                    }
                }
            }
        }
    }

    @Test func timeMayStandStillOrEnd() {
        var table = WindowTableTests.table()
        WindowTableTests.show(8, "onboard", in: &table, at: .max)
        _ = table.destroyed(8, at: .max)
        _ = table.passed(.max)
        #expect(table.keyboards.witness == nil)
    }

    /// A sequence of anything, in any order, keeps what is always true.
    @Test(arguments: 0..<50) func walks(_ seed: Int) {
        var table = WindowTableTests.table()
        var state = UInt64(seed) &* 0x9e37_79b9_7f4a_7c15 | 1
        func next(_ bound: UInt64) -> UInt64 {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return state % bound
        }
        let names = ["onboard", "xvkbd", "svkbd", "other"]
        var time: UInt64 = 0
        for _ in 0..<2000 {
            time += next(40_000)
            let window = UInt32(0x200000 * (1 + next(3)) + next(3))
            let before = table.facts
            let actions: [WindowTable.Action]
            switch next(10) {
            case 0: actions = table.mapped(window)
            case 1: actions = table.destroyed(window, at: time)
            case 2: actions = table.described(window, WindowTableTests.traits(names[Int(next(4))]), at: time)
            case 3: actions = table.reparented(window, to: UInt32(1 + next(2)))
            case 4: actions = table.batchEnded()
            case 5: actions = table.passed(time)
            case 6: actions = table.propertyChanged(window, .windowType)
            case 7: actions = table.found(window)
            case _:
                let frame = Rect(
                    x: Double(next(2000)) - 500, y: Double(next(1500)) - 300, width: Double(next(1400)),
                    height: Double(next(500)))
                let look = WindowLook(isViewable: next(3) != 0, frame: frame, bounding: nil, input: nil)
                actions = table.looked(window, next(9) == 0 ? nil : look, at: time)
            }
            #expect(actions.contains(.report) == (table.facts != before))
            if let deadline = table.deadline { #expect(deadline <= time + KeyboardTable.gap) }
            guard let witness = table.keyboards.witness else { continue }
            #expect(witness.isPresent)
            #expect(witness.since <= time)
            if case .rect(let frame)? = witness.frame {
                #expect(witness.isVisible == true)
                #expect(frame.intersection(WindowTableTests.screen) == frame && !frame.isEmpty)
                #expect(table.keyboards.standing != nil)
            }
        }
    }

    // MARK: - Layout

    @Test func workAreasThatCanBeTrue() {
        let screen = WindowTableTests.screen
        func area(_ words: [UInt32], _ desktop: UInt32 = 0) -> Rect? {
            LayoutTable.Manager.workArea(words, desktop: desktop, screen: screen)
        }
        let two: [UInt32] = [0, 0, 1280, 595, 0, 30, 1280, 770]
        #expect(area(two) == Rect(x: 0, y: 0, width: 1280, height: 595))
        #expect(area(two, 1) == Rect(x: 0, y: 30, width: 1280, height: 770))
        // One for all desktops, and one that does not exist.
        #expect(area(Array(two.prefix(4)), 3) == Rect(x: 0, y: 0, width: 1280, height: 595))
        #expect(area(two, .max) == Rect(x: 0, y: 0, width: 1280, height: 595))
        let wrong: [[UInt32]] = [
            [], [0, 0, 1280], [0, 0, 0, 800], [0, 0, 1281, 800], [.max, 0, 100, 100], [1, 0, .max, .max],
        ]
        for words in wrong { #expect(area(words) == nil) }
    }

    /// Two monitors side by side: a panel below the left one, and a keyboard's strut below the right one.
    @Test func severalMonitors() throws {
        let left = Output(name: "left", frame: Rect(x: 0, y: 0, width: 640, height: 800))
        let right = Output(name: "right", frame: Rect(x: 640, y: 0, width: 640, height: 800))
        var layout = LayoutTable()
        layout.bare = [left, right]
        layout.screen = WindowTableTests.screen
        layout.manager = LayoutTable.Manager(workArea: WindowTableTests.screen)
        layout.updateOutputs(panels: [
            try #require(Strut([0, 0, 0, 40, 0, 0, 0, 0, 0, 0, 0, 639])),
            try #require(Strut([0, 0, 0, 900, 0, 0, 0, 0, 0, 0, 0, 1279])),
        ])
        #expect(layout.outputs.map(\.workArea) == [Rect(x: 0, y: 0, width: 640, height: 760), right.frame])
        var traits = WindowTableTests.traits("onboard")
        traits.types = [.typeDock]
        traits.strut = Strut([0, 0, 0, 200, 0, 0, 0, 0, 0, 0, 640, 1279])
        let standing = Standing(
            window: 1, top: 1, body: Rect(x: 640, y: 600, width: 640, height: 200), traits: traits,
            kind: KeyboardClass(name: "onboard", mark: .classes(["onboard"])))
        layout.updateAreas(keyboard: ("onboard", standing))
        #expect(
            layout.areas.map(\.usable) == [
                Rect(x: 0, y: 0, width: 640, height: 760), Rect(x: 640, y: 0, width: 640, height: 600),
            ])
        layout.updateAreas(keyboard: nil)
        #expect(layout.areas.map(\.usable) == [Rect(x: 0, y: 0, width: 640, height: 760), right.frame])
    }

    /// Only an active window above the keyboard that covers all of the output covers the keyboard.
    @Test func occlusion() {
        let output = Output(name: "screen", frame: WindowTableTests.screen)
        let film = WindowLook(isViewable: true, frame: WindowTableTests.screen, bounding: nil, input: nil)
        func covered(_ look: WindowLook, _ stack: [UInt32], active: UInt32 = 5) -> Set<String> {
            Occlusion.covered(active: look, activeTop: active, keyboardTop: 6, stack: stack, outputs: [output])
        }
        #expect(covered(film, [6, 5]) == ["screen"])
        #expect(covered(film, [5, 6]).isEmpty)
        #expect(covered(film, [5]).isEmpty)
        #expect(covered(film, [6, 5], active: 6).isEmpty)
        var other = film
        other.isViewable = false
        #expect(covered(other, [6, 5]).isEmpty)
        other = film
        other.frame.height = 799
        #expect(covered(other, [6, 5]).isEmpty)
    }
}
