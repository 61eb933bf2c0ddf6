import HeadroomCore
import HeadroomWire
import Testing

@testable import HeadroomClient

/// The pure machine of a plugin: where it is active, and what a new daemon is told again.
@Suite("Keeping what a plugin claims")
struct PluginKeeperTests {
    private let moved = PluginReport(serial: 9, outcome: .clear, shift: Point(x: 0, y: -200))

    private func check(_ machine: PluginKeeper, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(machine.brokenInvariant() == nil, sourceLocation: sourceLocation)
    }

    /// A plugin inside that is registered by the number 7.
    private func inside(isActive: Bool) -> PluginKeeper {
        var machine = PluginKeeper(kind: .toolkit)
        #expect(machine.ownerChanged(isPresent: true) == [.register(hasMoved: false)])
        let actions = machine.registered(7, subject: "pid:1.1", isActive: isActive)
        #expect(actions == (isActive ? [.tell(.active(subject: "pid:1.1"))] : []))
        check(machine)
        return machine
    }

    /// A plugin outside, by the number 7, that claims 1 (active) and 2 (waiting).
    private func outside() -> PluginKeeper {
        var machine = PluginKeeper(kind: .accessibility)
        _ = machine.ownerChanged(isPresent: true)
        #expect(machine.registered(7, subject: "", isActive: false) == [])
        #expect(machine.claim([1, 2]) == [.claim(plugin: 7, processes: [1, 2], hasMoved: false)])
        let actions = machine.claimed(7, [(1, "a", true), (2, "b", false), (3, "", false)])
        #expect(actions == [.tell(.active(subject: "a"))])
        check(machine)
        return machine
    }

    private func report(_ machine: inout PluginKeeper, _ report: PluginReport) -> ClientError.Code? {
        do throws(ClientError) {
            let ticket = try machine.report(report)
            let isPermitted = machine.reported(report, ticket)
            #expect(isPermitted)
            return nil
        } catch {
            return error.code
        }
    }

    @Test("a grant and a revocation are told, each once; another plugin's are not")
    func signals() {
        var machine = inside(isActive: false)
        #expect(machine.heard(.granted(plugin: 8, subject: "pid:1.1")) == [])
        #expect(machine.heard(.granted(plugin: 7, subject: "pid:9.9")) == [])
        #expect(machine.heard(.granted(plugin: 7, subject: "pid:1.1")) == [.tell(.active(subject: "pid:1.1"))])
        #expect(machine.heard(.granted(plugin: 7, subject: "pid:1.1")) == [])
        #expect(machine.isActive(in: ""))
        let revoked = AvoidanceSignal.revoked(plugin: 7, subject: "pid:1.1", graceMS: 500)
        #expect(machine.heard(revoked) == [.tell(.inactive(subject: "pid:1.1", graceMS: 500))])
        #expect(machine.heard(revoked) == [])
        #expect(!machine.isActive(in: "pid:1.1"))
        check(machine)
    }

    @Test("only the active one reports; one that owes something says that it has put it back")
    func reports() {
        var machine = inside(isActive: true)
        #expect(report(&machine, moved) == nil)
        _ = machine.heard(.revoked(plugin: 7, subject: "pid:1.1", graceMS: 500))
        #expect(report(&machine, moved) == .notClaimed)
        #expect(report(&machine, PluginReport(outcome: .restored)) == nil)
        #expect(report(&machine, PluginReport(outcome: .restored)) == .notClaimed)
        #expect(report(&machine, PluginReport(subject: "other", outcome: .clear)) == .notClaimed)
        _ = machine.ownerChanged(isPresent: false)
        #expect(report(&machine, moved) == .noDaemon)
    }

    /// One that had asked to move, and then put things back, moved when the first answer came.
    @Test("only the report that was made last permits anything")
    func overtaken() throws {
        var machine = inside(isActive: true)
        let first = try machine.report(moved)
        let second = try machine.report(PluginReport(outcome: .restored))
        let permits = (machine.reported(moved, first), machine.reported(PluginReport(outcome: .restored), second))
        #expect(permits == (false, true))
        #expect(machine.places["pid:1.1"]?.moved == nil)
        check(machine)
    }

    @Test("a new daemon is told what stands elsewhere, as the user's doing")
    func again() {
        var machine = inside(isActive: true)
        #expect(report(&machine, moved) == nil)
        #expect(machine.ownerChanged(isPresent: false) == [])
        #expect(machine.isActive(in: ""))
        #expect(machine.ownerChanged(isPresent: true) == [.register(hasMoved: true)])
        var again = moved
        again.serial = 0
        again.subject = "pid:1.1"
        #expect(machine.registered(20, subject: "pid:1.1", isActive: true) == [.report(plugin: 20, again)])
        check(machine)
    }

    @Test("what was put back without a daemon is not told")
    func restoredMeanwhile() {
        var machine = inside(isActive: true)
        #expect(report(&machine, moved) == nil)
        _ = machine.ownerChanged(isPresent: false)
        #expect(report(&machine, PluginReport(outcome: .restored)) == .noDaemon)
        _ = machine.ownerChanged(isPresent: true)
        #expect(machine.registered(20, subject: "pid:1.1", isActive: true) == [])
    }

    @Test("who is not active with the new daemon puts things back, and says so")
    func inactiveAfterwards() {
        var machine = inside(isActive: true)
        #expect(report(&machine, moved) == nil)
        _ = machine.ownerChanged(isPresent: true)
        let actions = machine.registered(20, subject: "pid:1.1", isActive: false)
        #expect(actions == [.tell(.inactive(subject: "pid:1.1", graceMS: 0))])
        check(machine)
    }

    @Test("one outside claims again, and says where it has moved things")
    func claimsAgain() {
        var machine = outside()
        #expect(report(&machine, PluginReport(subject: "a", outcome: .clear)) == nil)
        #expect(machine.ownerChanged(isPresent: true) == [.register(hasMoved: false)])
        #expect(
            machine.registered(20, subject: "", isActive: false) == [
                .claim(plugin: 20, processes: [1], hasMoved: true), .claim(plugin: 20, processes: [2], hasMoved: false),
            ])
        let again = machine.claimed(20, [(1, "a", true)])
        #expect(again == [.report(plugin: 20, PluginReport(subject: "a", outcome: .clear))])
        // The process is another one now.
        let actions = machine.claimed(20, [(2, "c", true)])
        #expect(actions == [.tell(.ended(subject: "b")), .tell(.active(subject: "c"))])
        #expect(Set(machine.places.keys) == ["a", "c"])
        check(machine)
    }

    @Test("a claim that the daemon knows already changes nothing, nor what is on its way")
    func claimsTwice() throws {
        var machine = outside()
        let moving = PluginReport(subject: "a", outcome: .clear)
        let ticket = try machine.report(moving)
        let actions = machine.claimed(7, [(1, "a", true), (5, "a", true)])
        #expect(actions == [])
        let isPermitted = machine.reported(moving, ticket)
        #expect(isPermitted)
        #expect(machine.places["a"]?.processes == [1, 5])
        check(machine)
    }

    @Test("claims that end: with their process, refused, given up")
    func ends() {
        var machine = outside()
        #expect(machine.notClaimed("b") == [])
        #expect(machine.notClaimed("a") == [.tell(.ended(subject: "a"))])
        #expect(machine.release(["b"]) == [.release(plugin: 7, subjects: ["b"])])
        #expect(machine.places.isEmpty)
        machine = outside()
        #expect(machine.claimed(7, [(1, "", false)]) == [.tell(.ended(subject: "a"))])
        machine = outside()
        _ = machine.ownerChanged(isPresent: true)
        _ = machine.registered(20, subject: "", isActive: false)
        #expect(machine.claimRefused(20, [1]) == [.tell(.ended(subject: "a"))])
        check(machine)
    }

    @Test("answers of a daemon that is gone are none")
    func late() throws {
        var machine = outside()
        let report = PluginReport(subject: "a", outcome: .clear)
        let ticket = try machine.report(report)
        _ = machine.ownerChanged(isPresent: false)
        #expect(machine.registered(20, subject: "", isActive: false) == [])
        #expect(machine.claimed(7, [(4, "d", true)]) == [])
        #expect(machine.heard(.granted(plugin: 7, subject: "b")) == [])
        let isPermitted = machine.reported(report, ticket)
        #expect(!isPermitted)
        #expect(machine.places["a"]?.moved == nil)
        check(machine)
    }

    @Test("a daemon that takes no plugin: what was active is put back")
    func refused() {
        var machine = inside(isActive: true)
        _ = machine.ownerChanged(isPresent: true)
        let error = ClientError(.refused, "no room")
        #expect(
            machine.refused(error)
                == [.tell(.inactive(subject: "pid:1.1", graceMS: 0)), .tell(.refused(error))])
        check(machine)
        // The next one is asked again.
        #expect(machine.ownerChanged(isPresent: true) == [.register(hasMoved: false)])
    }
}
