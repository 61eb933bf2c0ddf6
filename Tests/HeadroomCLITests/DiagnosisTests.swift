import HeadroomClient
import HeadroomWire
import Testing

@testable import HeadroomCLI

/// What `headroom doctor` makes of what it found: everything there, then each thing taken away.
@Suite("The doctor's diagnosis")
struct DiagnosisTests {
    private static func observer(_ name: String, _ availability: String, _ why: String = "") -> ObserverState {
        ObserverState(ObserverListing(name: name, availability: availability, why: why, believedFor: []))
    }

    private static func engine(_ name: String) -> CandidateState {
        var listing = CandidateListing(engine: name)
        listing.isRunning = true
        (listing.policy, listing.acts, listing.why) = ("auto", "sticky", "by default")
        return CandidateState(listing)
    }

    private static func plugin(_ kind: String) -> PluginState {
        PluginState(PluginListing(plugin: 7, name: kind, kind: kind, connection: ":1.7", process: 7, subject: nil))
    }

    /// A desktop on which nothing is missing.
    private static let healthy: Examination = {
        var found = Examination()
        found.daemon = Examination.Daemon(
            version: 1, pid: 42, observers: [observer("OSK0", "active"), observer("LayerShell", "active")],
            candidates: [engine("fcitx5:pinyin")], plugins: [plugin("accessibility")])
        found.names = Set(Facility.all.map(\.name))
        found.accessibility = .on
        found.isAccessibilityWanted = true
        found.wayland = .answers("wayland-1")
        found.x11 = .answers(":0")
        found.unit = "/usr/lib/systemd/user/headroomd.service"
        found.autostart = "/etc/xdg/autostart/headroomd.desktop"
        found.configuration = .good("/home/headroom.conf")
        found.state = .writable("/home/state")
        return found
    }()

    private func findings(_ change: (inout Examination) -> Void) -> [String: Finding] {
        var found = Self.healthy
        change(&found)
        return Dictionary(uniqueKeysWithValues: Diagnosis.findings(found).map { ($0.check, $0) })
    }

    /// The checks whose lines differ from the healthy ones.
    private func changed(_ change: (inout Examination) -> Void) -> Set<String> {
        let healthy = findings { _ in }
        return Set(findings(change).filter { healthy[$0.key] != $0.value }.keys)
    }

    /// The checks of the healthy desktop that there are no more.
    private func gone(_ change: (inout Examination) -> Void) -> Set<String> {
        Set(findings { _ in }.keys).subtracting(findings(change).keys)
    }

    @Test("on a healthy desktop all is ok")
    func healthy() {
        let findings = findings { _ in }
        #expect(findings.values.allSatisfy { $0.state == .ok && $0.hint.isEmpty })
        #expect(Diagnosis.isGood(Array(findings.values)))
        #expect(findings.count == Diagnosis.findings(Self.healthy).count)
    }

    @Test("each line changes when what it speaks of is taken away, and no other does")
    func takenAway() {
        #expect(changed { $0.bus = .fails("gone") } == ["session bus"])
        #expect(changed { $0.daemon?.version = nil } == ["headroomd"])
        #expect(changed { $0.wayland = .none } == ["Wayland"])
        #expect(changed { $0.x11 = .none } == ["X11"])
        #expect(changed { $0.x11 = .fails(":0", "no") } == ["X11"])
        for facility in Facility.all {
            // Without Fcitx 5 the name of IBus is its own, which is another line.
            let isFcitx = facility.name == "org.fcitx.Fcitx5"
            let others: Set = isFcitx ? ["input method IBus"] : []
            #expect(gone { $0.names.remove(facility.name) } == (isFcitx ? ["input method Fcitx 5"] : []))
            #expect(changed { $0.names.remove(facility.name) }.subtracting(others) == [facility.name])
        }
        for accessibility in [Examination.Accessibility.off, .unknown] {
            #expect(
                changed { $0.accessibility = accessibility }
                    == ["accessibility", "Qt programs", "Chromium, Electron", "Firefox"])
            #expect(
                changed {
                    $0.accessibility = accessibility
                    $0.toolkitVariables = ["QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1"]
                }.contains("Qt programs") == true)
        }
        #expect(changed { $0.daemon?.plugins = [] } == ["headroom-accessibility"])
        // Whoever starts it by hand has it.
        #expect(changed { $0.isAccessibilityWanted = false } == [])
        #expect(changed { $0.toolkitVariables = ["NO_AT_BRIDGE": "1"] } == ["GTK 3 programs"])
        #expect(changed { $0.toolkitVariables = ["NO_AT_BRIDGE": "0", "GTK_A11Y": "atspi"] } == [])
        #expect(changed { $0.toolkitVariables = ["GTK_A11Y": "none"] } == ["GTK 4 programs"])
        #expect(changed { $0.unit = nil } == ["systemd unit"])
        #expect(changed { $0.autostart = nil } == ["autostart entry"])
        #expect(changed { $0.configuration = .absent("/x") } == ["configuration"])
        #expect(changed { $0.configuration = .bad(["x"]) } == ["configuration"])
        #expect(changed { $0.disabledObservers = ["OSK0"] } == ["disabled observers"])
        #expect(changed { $0.state = .fails("/x", "no") } == ["state folder"])
        #expect(
            changed { $0.daemon?.observers?[0] = Self.observer("OSK0", "waiting", "nobody") }
                == ["observer OSK0", "observers"])
        let withoutDaemon = findings { $0.daemon = nil }
        #expect(withoutDaemon["headroomd"]?.state == .missing)
        #expect(withoutDaemon["observers"]?.state == .missing)
        #expect(withoutDaemon["observer OSK0"] == nil)
    }

    @Test("what the main job needs is missing, the rest is a note, and every line that is not ok says why")
    func states() {
        func state(_ check: String, _ change: (inout Examination) -> Void) -> Finding.State? {
            let finding = findings(change)[check]
            #expect(finding?.state == .ok || finding?.text.isEmpty == false)
            return finding?.state
        }
        #expect(state("session bus") { $0.bus = .fails("gone") } == .missing)
        #expect(state("headroomd") { $0.daemon = nil } == .missing)
        // One display is enough.
        #expect(state("Wayland") { $0.wayland = .none } == .note)
        #expect(
            state("Wayland") {
                $0.wayland = .none
                $0.x11 = .remote("host:0")
            } == .missing)
        #expect(
            state("observers") {
                $0.daemon?.observers = [Self.observer("OSK0", "waiting"), Self.observer("LayerShell", "unavailable")]
            } == .ok)
        #expect(state("observers") { $0.daemon?.observers = [Self.observer("OSK0", "unavailable")] } == .missing)
        #expect(state("observers") { $0.daemon?.observers = [] } == .missing)
        #expect(state("org.kde.KWin") { $0.names = [] } == .note)
        #expect(state("configuration") { $0.configuration = .bad(["x"]) } == .note)
        #expect(state("state folder") { $0.state = .none } == .note)
    }

    @Test("an input method that runs and that nobody sees is a note that says what to do; none is one, too")
    func inputMethods() {
        let names: Set = ["org.freedesktop.IBus"]
        let none = findings { $0.names = [] }["input methods"]
        #expect(none?.state == .note && none?.hint.contains("ibus-daemon") == true)
        let unseen = findings { $0.names = names }["input method IBus"]
        #expect(unseen?.state == .note && unseen?.text.contains("does not see it") == true)
        let waiting = findings {
            $0.names = names
            $0.daemon?.observers?.append(Self.observer("IBus", "waiting", "no bus of its own"))
        }["input method IBus"]
        #expect(waiting?.state == .note && waiting?.text.contains("IBus waiting: no bus of its own") == true)
        let seen = findings {
            $0.names = names
            $0.daemon?.candidates = [Self.engine("ibus:libpinyin")]
        }["input method IBus"]
        #expect(seen?.state == .ok)
        #expect(seen?.text == "engine ibus:libpinyin; room for candidates: auto, which is sticky (by default)")
        // Fcitx 5 owns IBus's name, too.
        let both = findings { _ in }
        #expect(both["input method IBus"] == nil && both["input method Fcitx 5"]?.state == .ok)
    }

    @Test("a line is one line, whatever a peer wrote")
    func lines() {
        let finding = Finding("observer \u{1B}[2J", .note, "why\nnot", hint: "do\u{7} it")
        #expect(finding.line.split(separator: "\n").count == 2)
        #expect(!finding.line.contains("\u{1B}"))
        #expect(finding.json.description == #"{"check":"observer [2J","state":"note","text":"whynot","hint":"do it"}"#)
    }
}
