import DesktopSupport
import Foundation
import HeadroomBus
import Support
import Testing

extension DesktopTests {
    /// What `headroom-accessibility` asks programs, and gets to know, while its user types: the accessibility bus is recorded,
    /// and all that it leaves behind is looked through.
    @Suite(.serialized) struct AccessibilityPrivacyTests {
        private static let secret = "zaubersprechkunst"

        /// What it may ask: places, roles, states, relations, scrolling. Whoever adds to this adds nothing that holds a text.
        private static let harmless: Set<String> = [
            "org.a11y.atspi.Accessible.GetAttributes", "org.a11y.atspi.Accessible.GetChildAtIndex",
            "org.a11y.atspi.Accessible.GetChildren", "org.a11y.atspi.Accessible.GetRole",
            "org.a11y.atspi.Accessible.GetState", "org.a11y.atspi.Component.GetAccessibleAtPoint",
            "org.a11y.atspi.Component.GetExtents", "org.a11y.atspi.Component.ScrollToPoint",
            "org.a11y.atspi.Registry.RegisterEvent", "org.a11y.atspi.Text.GetCharacterExtents",
            "org.freedesktop.DBus.AddMatch", "org.freedesktop.DBus.GetConnectionCredentials",
            "org.freedesktop.DBus.GetNameOwner", "org.freedesktop.DBus.Hello", "org.freedesktop.DBus.Properties.Get",
            "org.freedesktop.DBus.Properties.Set",
        ]
        private static let properties: Set<String> = [
            "org.a11y.atspi.Accessible.ChildCount", "org.a11y.atspi.Accessible.Parent",
            "org.a11y.atspi.Application.ToolkitName", "org.a11y.atspi.Text.CaretOffset",
            "org.a11y.atspi.Text.CharacterCount", "org.a11y.atspi.Value.CurrentValue",
            "org.a11y.atspi.Value.MaximumValue",
        ]
        /// What programs are asked to tell by themselves.
        private static let events: Set<String> = [
            "object:state-changed:focused", "object:text-caret-moved", "window:activate", "window:deactivate",
        ]

        /// GTK 3 and Qt 5; all toolkits with `HEADROOM_LONG=1`.
        private static let toolkits: [FieldsWindow.Toolkit] =
            Rounds.number == 20 ? [.gtk3, .qt5] : FieldsWindow.Toolkit.allCases

        @Test(arguments: toolkits) func session(_ toolkit: FieldsWindow.Toolkit) throws {
            let desk = try FieldsScene(toolkit)
            desk.killPlugin()
            let record = try AccessibilityRecord(desk.desktop)
            try desk.restartPlugin()
            func type() throws { try desk.desktop.run("xdotool", ["type", "--delay", "10", Self.secret]) }

            try desk.window.focus(toolkit.covered)
            try desk.show()
            try desk.expectInSight(toolkit.covered)
            try type()
            try desk.window.focus("area")
            try desk.window.caret(line: 3)
            try type()
            try desk.window.focus(toolkit.covered)
            try desk.expectInSight(toolkit.covered)
            let plugins = try desk.desktop.headroom("plugins", "--json").lines.joined()
            #expect(plugins.contains("\"clear\"") && !plugins.contains(Self.secret))
            #expect(!desk.writtenDown.isEmpty && !desk.writtenDown.contains { $0.contains(Self.secret) })
            try desk.hide()
            try desk.waitUntilNothingIsMoved()

            // That the record is one: who asks for the text has it, and that is in it. A busy server repeats a key at times, so
            // it is typed until it is whole.
            let field = try #require(desk.plugin.teller.process.log.matches(of: /focus: (:\S+) (\S+),/).last)
            func hasText() -> Bool { record.messages.contains { $0.body.contains { $0.contains(Self.secret) } } }
            try desk.desktop.poll("the record to have the text") {
                if !hasText() { try type() }
                try desk.desktop.run(
                    "dbus-send",
                    [
                        "--bus=\(record.address)", "--print-reply", "--dest=\(field.1)", "\(field.2)",
                        "org.a11y.atspi.Text.GetText", "int32:0", "int32:-1",
                    ])
                return hasText()
            }
            try expectHarmless(record.messages)

            let log = desk.plugin.teller.process.log
            #expect(log.contains("report: ") && !log.contains(Self.secret))
            for text in try desk.story.leftovers() { #expect(!text.contains(Self.secret)) }
        }

        private func expectHarmless(_ messages: [AccessibilityRecord.Message]) throws {
            let asking = try #require(messages.first { $0.member == "org.a11y.atspi.Registry.RegisterEvent" })
            let calls = messages.filter { $0.kind == "method call" && $0.sender == asking.sender }
            #expect(calls.count > 50)
            #expect(Set(calls.map(\.member)).subtracting(Self.harmless) == [])
            for call in calls {
                guard let property = call.property else { continue }
                // What a program calls itself is read, of the program alone.
                let isProgram = property == "org.a11y.atspi.Accessible.Name" && call.path.hasSuffix("/accessible/root")
                #expect(isProgram || Self.properties.contains(property), "\(call)")
            }
            let registered = calls.filter { $0.member == asking.member }.compactMap { call in
                call.body.first.flatMap { $0.split(separator: "\"").dropFirst().first.map(String.init) }
            }
            #expect(Set(registered) == Self.events)
            // Programs may tell others more; it is not delivered here.
            let rules = calls.filter { $0.member == "org.freedesktop.DBus.AddMatch" }.flatMap(\.body)
            #expect(rules.count >= 4)
            for rule in rules {
                let isHarmless = [
                    "member='StateChanged'", "member='TextCaretMoved'", "org.a11y.atspi.Event.Window'",
                    "member='NameOwnerChanged'",
                ].contains { rule.contains($0) }
                #expect(isHarmless, "\(rule)")
            }
            let told = messages.filter { $0.destination == asking.sender }
            #expect(told.count > 50 && !told.contains { $0.body.contains { $0.contains(Self.secret) } })
        }
    }
}
