import DesktopSupport
import HeadroomCore
import Support
import Testing

extension DesktopTests {
    /// Each way in which a GTK 4 window is moved, with each kind of keyboard.
    @Suite(.serialized) struct GTK4StrategiesTests {
        enum Keyboard: String, CaseIterable, Sendable {
            case onboard, simulated
            /// On sway.
            case squeekboard
        }

        enum Way: String, CaseIterable, Sendable {
            case contentShift, scrollOffset, contentInset, caretFollow, accessoryBar
            /// The window is lower while the keyboard is there: nobody makes it so for a keyboard that is simulated.
            case shrunkWindow

            var layout: String {
                switch self {
                case .contentShift: "form"
                case .scrollOffset, .shrunkWindow: "list"
                case .contentInset: "few"
                case .caretFollow: "text"
                case .accessoryBar: "bar"
                }
            }

            var field: String {
                switch self {
                case .contentShift, .contentInset: "low"
                case .scrollOffset: "e15"
                case .shrunkWindow: "e16"
                case .caretFollow: "area"
                case .accessoryBar: "middle"
                }
            }

            /// What moves the focus, or the caret, from there and back again.
            var moves: [String] {
                switch self {
                case .contentShift, .contentInset: ["middle", "high", "lowest", "middle", "low"].map { "focus \($0)" }
                case .accessoryBar: ["high", "low", "lowest", "high", "middle"].map { "focus \($0)" }
                case .scrollOffset, .shrunkWindow:
                    ["e17", "e2", "e20", "e9", field].map { "focus \($0)" }
                case .caretFollow: [40, 5, 55, 20, 28].map { "caret \($0)" }
                }
            }
        }

        struct Case: CustomTestStringConvertible, Sendable {
            let way: Way
            let keyboard: Keyboard

            var testDescription: String { "\(way.rawValue) with \(keyboard.rawValue)" }

            func stage() throws -> any GTK4Stage {
                switch keyboard {
                case .onboard: try GTK4Scene(way.layout, .onboard)
                // With a row of candidates.
                case .simulated: try GTK4Scene(way.layout, .simulated, candidateRow: 40)
                case .squeekboard:
                    try GTK4Sway(way.layout, environment: way == .shrunkWindow ? [:] : GTK4Sway.tall)
                }
            }
        }

        /// In the ordinary run those that no other test has.
        static let cases: [Case] =
            Rounds.number == 20
            ? [Case(way: .contentShift, keyboard: .squeekboard), Case(way: .shrunkWindow, keyboard: .onboard)]
            : Way.allCases.flatMap { way in
                Keyboard.allCases.filter { way != .shrunkWindow || $0 != .simulated }.map {
                    Case(way: way, keyboard: $0)
                }
            }

        @Test(
            "above the keyboard, also after moves of the focus, which end where they did, and exactly back",
            arguments: cases)
        func way(_ one: Case) throws {
            let stage = try one.stage()
            let way = one.way
            if way == .accessoryBar { try stage.window.set("set accessory") }
            if way == .shrunkWindow { try stage.fill() }
            _ = try stage.focus(way.field)
            if way == .caretFollow { try stage.window.tell(one.keyboard == .squeekboard ? "caret 35" : "caret 28") }
            let before = try stage.window.wait("it stands", log: stage.log) { $0.focus == way.field }
            #expect(
                place(before, way).bottom > stage.limit(way == .accessoryBar ? 45 : 0),
                "nothing is covered, so nothing is tested: \(before)")
            try stage.show()
            let shown = try expectMoved(way, from: before, on: stage)
            try stage.keepPicture(as: "gtk4-\(way.rawValue)-\(one.keyboard.rawValue)")
            if way == .caretFollow {
                // Before its user moves the caret everything goes back, also the text.
                try stage.hide()
                try stage.wait(restored: before)
                try stage.show()
                #expect(try expectMoved(way, from: before, on: stage).seen == shown.seen)
            }
            // The moves of each round end in the same places, but for where the first began.
            var places: [[[Double]]] = []
            for _ in 0..<(Rounds.number == 20 ? 3 : 10) {
                places.append(
                    try way.moves.map { move in
                        try stage.window.tell(move)
                        let name = move.hasPrefix("focus ") ? String(move.dropFirst(6)) : way.field
                        let truth = try stage.window.wait("it is in sight after \(move)", log: stage.log) {
                            $0.focus == name && isInSight($0, way, on: stage)
                        }
                        return [truth.child.y, place(truth, way).y] + truth["offset"]
                    })
            }
            // A text's own way to its caret may have begun before ours, which goes on by whole lines.
            let line = way == .caretFollow ? before.caret.height : 0
            for round in places.dropFirst(2) {
                let distances = zip(round.joined(), places[1].joined()).map { abs($0 - $1) }
                #expect(distances.allSatisfy { $0 <= line }, "\(places)")
            }
            if way == .contentShift { #expect(places[0].last?.first == shown.child.y) }
            try stage.hide()
            // What was scrolled by moving the caret is the user's.
            try stage.window.wait("everything is as it was: \(before)", log: stage.log) {
                way == .caretFollow
                    ? $0.margins == before.margins && $0.child == before.child : $0.seen == before.seen
            }
            try stage.finish()
        }

        private func place(_ truth: GTK4Window.Truth, _ way: Way) -> Rect {
            way == .caretFollow ? truth.caret : truth.field
        }

        /// Whether it is clear of the keyboard, of what stands on that, and of what stands below its own view.
        private func isInSight(_ truth: GTK4Window.Truth, _ way: Way, on stage: any GTK4Stage) -> Bool {
            let place = place(truth, way)
            guard place.top >= -0.02, place.bottom <= stage.limit(way == .accessoryBar ? 45 : 0) + 0.02 else {
                return false
            }
            return way != .shrunkWindow
                || truth.child.bottom <= stage.limit(0) && place.bottom <= truth.child.bottom - Way.pinned
        }

        /// Waits until it is moved, in the way that this one has.
        private func expectMoved(
            _ way: Way, from before: GTK4Window.Truth, on stage: any GTK4Stage
        ) throws -> GTK4Window.Truth {
            switch way {
            case .contentShift:
                let shown = try stage.wait(way.field, endsAt: stage.limit(10))
                #expect(shown.child.y - before.child.y == shown.field.y - before.field.y)
                return shown
            case .scrollOffset:
                let shown = try stage.wait(way.field, endsAt: stage.limit(10))
                #expect(shown.child == before.child && shown.offset - before.offset == before.field.y - shown.field.y)
                return shown
            case .contentInset:
                // It has room for everything, so without any below it there is nothing to scroll.
                #expect(before["range"].dropFirst().first == before["range"].last && before.offset == 0)
                let shown = try stage.wait(way.field, endsAt: stage.limit(10))
                #expect(shown.child == before.child && shown.offset == before.field.y - shown.field.y)
                #expect(shown["range"].dropFirst().first == before["range"].dropFirst().first)
                #expect(
                    shown["range"].last
                        == shown["range"].dropFirst().first.map { $0 - before.child.bottom + stage.limit(0) })
                return shown
            case .caretFollow:
                let shown = try stage.window.wait("the caret is in sight", log: stage.log) {
                    abs($0.caret.bottom - stage.limit(10)) < 1.02
                }
                #expect(shown.margins == [24, before.child.bottom - stage.limit(0)] && shown.child == before.child)
                return shown
            case .accessoryBar:
                let shown = try stage.wait(way.field, endsAt: stage.limit(55))
                #expect(abs(shown.bar.bottom - stage.limit(0)) < 0.02 && shown.bar.height == 45)
                return shown
            case .shrunkWindow:
                let shown = try stage.window.wait(
                    "it is in sight in the lower window",
                    log: "\(stage.log)\n\(String(describing: try? stage.window.report()))"
                ) {
                    $0.focus == way.field && isInSight($0, way, on: stage)
                }
                #expect(shown.child.y == 0 && shown.margins == before.margins)
                return shown
            }
        }
    }
}

extension DesktopTests.GTK4StrategiesTests.Way {
    /// How high what stands below the list is.
    static let pinned = 34.0
}
