import HeadroomCore
import HeadroomDesktop
import Testing

@testable import ObserverX11

/// Windows of candidates as the machine takes them.
@Suite struct PopupTableTests {
    static let screen = WindowTableTests.screen

    static func look(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> WindowLook {
        WindowLook(isViewable: true, frame: Rect(x: x, y: y, width: width, height: height), isUnmanaged: true)
    }

    static func traits(_ instance: String, title: String = "", _ types: X11Atom...) -> WindowTraits {
        var traits = WindowTraits()
        traits.instance = instance
        traits.className = instance
        traits.title = title
        traits.types = types
        return traits
    }

    /// A table that follows IBus's window.
    static func table(_ traits: WindowTraits = traits("ibus-ui-gtk3", .typeNormal)) -> WindowTable {
        var table = WindowTableTests.table()
        _ = table.mapped(8)
        _ = table.described(8, traits, at: 0)
        return table
    }

    /// The server says what the window looks like.
    static func see(_ look: WindowLook?, in table: inout WindowTable, at time: UInt64) {
        table.changed(8)
        _ = table.batchEnded()
        _ = table.looked(8, look, at: time)
    }

    static func witness(_ table: WindowTable) -> CandidateWitness? { table.facts.candidates?.first }

    @Test func classes() {
        func framework(_ traits: WindowTraits) -> String? {
            guard case .candidates(let kind) = WindowRole.of(traits, more: []) else { return nil }
            return kind.framework
        }
        let title = "Fcitx5 Input Window"
        #expect(framework(Self.traits("ibus-ui-gtk3", .typeNormal)) == "ibus")
        #expect(framework(Self.traits("Ibus-ui-gtk3")) == "ibus")
        #expect(framework(Self.traits("fcitx", title: title, .typePopupMenu)) == "fcitx5")
        #expect(framework(Self.traits("fcitx", title: title, .typeCombo)) == "fcitx5")
        #expect(framework(Self.traits("fcitx", title: "Fcitx Main Window")) == nil)
        #expect(framework(Self.traits("fcitx", title: title, .typeDialog)) == nil)
        #expect(framework(Self.traits("ibus-setup", .typeNormal)) == nil)
        #expect(framework(Self.traits("gedit", title: title, .typePopupMenu)) == nil)
        // What the user calls a keyboard is one.
        #expect(WindowRole.of(Self.traits("ibus-ui-gtk3"), more: ["ibus-ui-gtk3"])?.isPopup == false)
    }

    /// Nobody looks at candidates before there is an input method, and everybody is told that they are looked for.
    @Test func noInputMethod() {
        #expect(WindowTableTests.table().facts.candidates == [])
        var table = Self.table()
        #expect(table.facts.candidates == [])
        Self.see(nil, in: &table, at: 5)
        #expect(Self.witness(table) == CandidateWitness(framework: "ibus", isShown: false, since: 5))
    }

    @Test func whatIsNone() {
        var modal = Self.look(639, 399, 136, 81)
        modal.isModal = true
        var managed = Self.look(100, 100, 300, 64)
        managed.isUnmanaged = false
        var hidden = Self.look(100, 100, 300, 64)
        hidden.isViewable = false
        let none = [
            modal, managed, hidden, Self.look(222, 165, 27, 31), Self.look(222, 165, 30, 31),
            Self.look(222, 165, 42, 25), Self.look(222, 165, 59, 64), Self.look(-1000, -1000, 136, 81),
            Self.look(1280, 100, 300, 64), Self.look(100, 100, 300, .nan), Self.look(.infinity, 100, 300, 64),
        ]
        for look in none {
            var table = Self.table()
            Self.see(look, in: &table, at: 1000)
            #expect(Self.witness(table) == CandidateWitness(framework: "ibus", isShown: false, since: 1000), "\(look)")
        }
    }

    /// What hangs over the screen's edge is nowhere.
    @Test func onTheScreen() {
        var table = Self.table()
        Self.see(Self.look(1200, 760, 300, 64), in: &table, at: 1000)
        #expect(Self.witness(table)?.popup == Rect(x: 1200, y: 760, width: 80, height: 40))
    }

    /// Each step is told of at once; since when candidates are shown does not change with it.
    @Test func steps() {
        var table = Self.table()
        let steps = [
            Rect(x: 222, y: 165, width: 311, height: 34), Rect(x: 235, y: 165, width: 311, height: 64),
            Rect(x: 248, y: 165, width: 327, height: 64), Rect(x: 248, y: 165, width: 70, height: 25),
        ]
        for (number, step) in steps.enumerated() {
            Self.see(Self.look(step.x, step.y, step.width, step.height), in: &table, at: 1000 + UInt64(number))
            #expect(
                Self.witness(table) == CandidateWitness(framework: "ibus", isShown: true, since: 1000, popup: step))
        }
        var gone = Self.look(248, 165, 70, 25)
        gone.isViewable = false
        for time in [2000, 3000] as [UInt64] {
            Self.see(gone, in: &table, at: time)
            #expect(Self.witness(table) == CandidateWitness(framework: "ibus", isShown: false, since: 2000))
        }
        #expect(table.deadline == nil)
    }

    /// The engine may be another when candidates come or go, and when its name is shown in their place; not with every key.
    @Test func hints() {
        var table = Self.table(Self.traits("fcitx", title: "Fcitx5 Input Window", .typePopupMenu))
        func isHint(_ look: WindowLook?, at time: UInt64) -> Bool {
            table.looked(8, look, at: time).contains(.hint("fcitx5"))
        }
        let (word, longer, name) = (
            Self.look(222, 165, 300, 31), Self.look(222, 165, 332, 31), Self.look(222, 165, 27, 31)
        )
        #expect(isHint(word, at: 1))
        #expect(!isHint(longer, at: 2) && !isHint(word, at: 3))
        #expect(isHint(nil, at: 4) && isHint(name, at: 5) && isHint(word, at: 6) && isHint(name, at: 7))
        var keyboards = WindowTableTests.table()
        _ = keyboards.mapped(8)
        _ = keyboards.described(8, Self.traits("xvkbd"), at: 0)
        #expect(keyboards.looked(8, WindowTableTests.keys, at: 1) == [.report])
    }

    /// Of several windows of a framework the largest shows the candidates, and with the last one goes what was known.
    @Test func severalWindows() {
        var table = Self.table()
        for window in [9, 10] as [UInt32] {
            _ = table.mapped(window)
            _ = table.described(window, Self.traits("ibus-ui-gtk3"), at: 0)
        }
        Self.see(Self.look(100, 100, 300, 64), in: &table, at: 1000)
        _ = table.looked(9, Self.look(100, 300, 100, 30), at: 1000)
        #expect(Self.witness(table)?.popup == Rect(x: 100, y: 100, width: 300, height: 64))
        _ = table.destroyed(8, at: 40_000)
        #expect(Self.witness(table)?.popup == Rect(x: 100, y: 300, width: 100, height: 30))
        _ = table.destroyed(9, at: 80_000)
        #expect(Self.witness(table) == CandidateWitness(framework: "ibus", isShown: false, since: 80_000))
        _ = table.destroyed(10, at: 81_000)
        #expect(table.facts.candidates == [])
        #expect(table.deadline == nil)
    }

    /// Two input methods at once are two witnesses, always in the same order.
    @Test func twoFrameworks() {
        var table = Self.table(Self.traits("fcitx", title: "Fcitx5 Input Window", .typeCombo))
        _ = table.mapped(9)
        _ = table.described(9, Self.traits("ibus-ui-gtk3"), at: 0)
        _ = table.looked(9, Self.look(100, 300, 100, 30), at: 0)
        Self.see(Self.look(100, 100, 300, 64), in: &table, at: 0)
        #expect(table.facts.candidates?.map(\.framework) == ["fcitx5", "ibus"])
        #expect(table.facts.candidates?.map(\.isShown) == [true, true])
    }

    /// A dock that turns out to show candidates is looked at once more, as a popup.
    @Test func anotherKind() {
        var dock = WindowTraits()
        dock.types = [.typeDock]
        var table = Self.table(dock)
        _ = table.batchEnded()
        _ = table.looked(8, WindowTableTests.keys, at: 1)
        #expect(table.propertyChanged(8, .wmClass) == [.describe(8)])
        _ = table.described(8, Self.traits("ibus-ui-gtk3"), at: 2)
        #expect(table.batchEnded() == [.lookAtPopup(8)])
        _ = table.looked(8, Self.look(100, 100, 300, 64), at: 3)
        #expect(Self.witness(table)?.isShown == true)
    }

    /// Many windows of one kind take no other kind's place.
    @Test func bounded() {
        var table = Self.table()
        for window in 0..<1000 as Range<UInt32> {
            _ = table.mapped(0x100000 + window)
            _ = table.described(0x100000 + window, Self.traits("ibus-ui-gtk3"), at: 1)
        }
        #expect(table.refused >= 1000 - WindowTable.mostFollowed)
        WindowTableTests.show(0x900000, "svkbd", in: &table, at: 2)
        #expect(table.keyboards.witness?.name == "svkbd")
    }
}
