import Testing

/// Each check finds what was planted for it, and nothing in a file that is as it should be.
@Suite("Planted violations")
struct PlantedTests {
    private func lines(_ findings: [Finding]) -> [String] { findings.map(\.description) }

    @Test(
        "an import",
        arguments: [
            ("import A", "A"), ("  internal import A", "A"), ("@testable import A", "A"), ("import struct A.B", "A"),
            ("@_exported public import A.B", "A"), ("@_spi(Testing) import A // why", "A"),
            ("@preconcurrency import A", "A"),
        ])
    func importLine(line: String, module: String) { #expect(Imports.module(line[...]) == module) }

    @Test("no import", arguments: ["// import A", "important A", "let import_ = 1", "/// import A", "imports A"])
    func noImport(line: String) { #expect(Imports.module(line[...]) == nil) }

    @Test(
        "an import of what does not lie below",
        arguments: [
            ("Sources/HeadroomCore/Geometry/A.swift", "Glibc", "HeadroomCore may not import Glibc"),
            ("Sources/HeadroomCore/A.swift", "HeadroomBus", "HeadroomCore may not import HeadroomBus"),
            ("Sources/HeadroomBus/A.swift", "HeadroomCore", "HeadroomBus may not import HeadroomCore"),
            ("Sources/HeadroomWire/A.swift", "Foundation", "HeadroomWire may not import Foundation"),
            (
                "Sources/HeadroomConfig/A.swift", "FoundationEssentials",
                "HeadroomConfig may not import FoundationEssentials"
            ),
            ("Sources/HeadroomDaemon/A.swift", "Foundation", "HeadroomDaemon may not import Foundation"),
            ("Sources/HeadroomDaemon/A.swift", "Dispatch", "HeadroomDaemon may not import Dispatch"),
            ("Sources/HeadroomCLI/A.swift", "Foundation", "HeadroomCLI may not import Foundation"),
            ("Sources/HeadroomWire/A.swift", "CDBus", "only HeadroomBus may import CDBus"),
            ("Tests/HeadroomBusTests/A.swift", "CSystemd", "only HeadroomBus may import CSystemd"),
            ("Plugins/Window/A.swift", "HeadroomDaemon", "Window may not import HeadroomDaemon"),
            ("Plugins/Window/A.swift", "CGTK4", "only GTK4 may import CGTK4"),
        ])
    func badImport(path: String, module: String, why: String) {
        let text = "import \(module)\n"
        #expect(lines(Imports.check(TreeFile(path: path, text: text))) == ["\(path):1: \(why)"])
    }

    @Test(
        "an import that is allowed",
        arguments: [
            ("Sources/HeadroomBus/A.swift", "CDBus"), ("Sources/HeadroomDaemon/A.swift", "HeadroomObserving"),
            ("Sources/HeadroomCLI/A.swift", "FoundationEssentials"), ("Sources/HeadroomClient/A.swift", "Dispatch"),
            ("Tests/LayoutTests/A.swift", "Foundation"), ("Plugins/GTK4/A.swift", "CGTK4"),
            ("Plugins/GTK4/A.swift", "HeadroomClient"), ("Package.swift", "PackageDescription"),
        ])
    func goodImport(path: String, module: String) {
        #expect(Imports.check(TreeFile(path: path, text: "internal import \(module)\n")) == [])
    }

    @Test("a folder that is no room")
    func stranger() {
        let file = TreeFile(path: "Sources/Utilities/A.swift", text: "")
        #expect(lines(Imports.check(file)) == ["Sources/Utilities/A.swift: Utilities is no room of the table"])
        #expect(Words.strangers(["CHANGELOG.md", ".ci", "README.md"]).map(\.path) == ["CHANGELOG.md"])
    }

    @Test("a file that is too long, by its ending or its first line", arguments: ["a.swift", "a.c", "a.py", "a"])
    func tooLong(path: String) {
        let first = "#!/bin/sh\n"
        let rest = String(repeating: "\n", count: Words.mostLines - 1)
        #expect(Words.length(TreeFile(path: path, text: first + rest)) == [])
        #expect(
            lines(Words.length(TreeFile(path: path, text: first + rest + "\n"))) == [
                "\(path): 401 lines, more than 400"
            ])
        #expect(Words.length(TreeFile(path: "a.xml", text: first + rest + "\n")) == [])
    }

    @Test(
        "a word that is barred",
        arguments: [
            "// TO" + "DO: later", "// FIX" + "ME", "fatal" + "Error(\"x\")", "try" + "! f()", "x as" + "! Int",
        ])
    func barredWord(line: String) {
        let found = Words.barred(TreeFile(path: "Sources/A/a.swift", text: "let a = 1\n\(line)\n"))
        #expect(found.map(\.line) == [2])
        #expect(Words.barred(TreeFile(path: "Tests/A/a.swift", text: line)) == [])
        #expect(Words.barred(TreeFile(path: "Sources/A/a.swift", text: "try? f(); x as? Int; methods(); has!")) == [])
    }

    @Test("a path of one machine", arguments: ["/wo" + "rk/x", "see /ro" + "ot/x", "\"/ho" + "me/me/x\""])
    func machinePath(text: String) {
        #expect(Words.machinePaths(TreeFile(path: "README.md", text: text)).count == 1)
        #expect(Words.machinePaths(TreeFile(path: "README.md", text: "frame/work/x /usr/bin $HOME/x")) == [])
    }

    @Test("a closure for Dispatch")
    func dispatch() {
        let bad = TreeFile(
            path: "Sources/HeadroomClient/a.swift", text: "import Dispatch\nsource.setEventHandler { x() }\n")
        #expect(Words.dispatchClosures(bad).map(\.line) == [2])
        let good = TreeFile(path: bad.path, text: "import Dispatch\nqueue.async { @Sendable in x() }\n")
        #expect(Words.dispatchClosures(good) == [])
        #expect(Words.mainFiles(TreeFile(path: "Sources/headroom/main.swift", text: "")).count == 1)
    }

    @Test("a file that is not there")
    func missing() {
        let text = """
            `Sources/A/B.swift`, [the bus](Sources/HeadroomBus), see systemd/try --seconds 5.
            ~/.config/systemd/user, [web](https://example.org/a), $PREFIX/lib/systemd/user, ./Tests/run
            [nothing](notes.md), Tests/none.
            """
        let there: Set<String> = ["Sources/HeadroomBus", "systemd/try", "Tests/run"]
        let found = Words.missingFiles(TreeFile(path: "README.md", text: text), exists: there.contains)
        #expect(
            lines(found) == [
                "README.md:1: names Sources/A/B.swift, which is not there",
                "README.md:3: names Tests/none, which is not there", "README.md:3: names notes.md, which is not there",
            ])
    }

    @Test("an interface that is described")
    func goodInterface() { #expect(prose() == []) }

    @Test(
        "an interface that is not described",
        arguments: [
            ("<!-- I: says -->", "", "no prose before I, headed by its name"),
            ("@a: The number.", "@a:", "Do does not describe @a"),
            ("@a: The number.", "@b: The number.", "Do does not describe @a"),
            ("@a: The number.", "@a: The number.\n@b: Another.", "Do describes @b, which it does not have"),
            ("Does it.", "", "Do has no prose"),
            ("Do:", "Make:", "no prose before Do, headed by its name"),
            ("name=\"a\" ", "", "an argument has no name"),
            ("Added in version 1.", "Old.", "Do does not say in which version it came"),
            ("name=\"Version\"", "name=\"State\"", "I has no property Version"),
            (
                "<annotation name=\"org.freedesktop.DBus.Property.EmitsChangedSignal\" value=\"const\"/>", "",
                "Version does not say how it announces changes"
            ),
            ("</node>", "", "not XML"), ("\"I\"", "\"org.freedesktop.DBus.Peer\"", "describes no interface"),
        ])
    func badInterface(what: String, instead: String, why: String) {
        #expect(prose(what, instead).contains { $0.contains(why) }, "\(prose(what, instead))")
    }

    /// What is found in a small description in which one thing was replaced by another.
    private func prose(_ what: String = "", _ instead: String = "") -> [String] {
        let text = """
            <node>
            <!-- I: says -->
            <interface name="I">
            <!--
            Do:
            @a: The number.

            Does it.
            Added in version 1.
            -->
            <method name="Do"><arg name="a" type="u" direction="in"/></method>
            <!--
            Version:
            The version.
            Added in version 1.
            -->
            <property name="Version" type="u" access="read">
            <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="const"/>
            </property>
            </interface>
            <interface name="org.freedesktop.DBus.Peer"><method name="Ping"/></interface>
            </node>
            """.replacing("<!-- I: says -->", with: "<!--\nI:\nsays\n-->")
        let planted = what == "<!-- I: says -->" ? "<!--\nI:\nsays\n-->" : what
        let file = TreeFile(path: "i.xml", text: planted.isEmpty ? text : text.replacing(planted, with: instead))
        return lines(InterfaceProse.check(file))
    }
}
