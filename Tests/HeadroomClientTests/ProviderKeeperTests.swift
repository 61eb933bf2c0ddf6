import HeadroomCore
import HeadroomWire
import Testing

@testable import HeadroomClient

/// The pure machine of a provider: what a new daemon is told again.
@Suite("Keeping what a provider said")
struct ProviderKeeperTests {
    private func update(_ change: (inout ProviderUpdate) -> Void) -> ProviderUpdate {
        var update = ProviderUpdate(name: "mine")
        change(&update)
        return update
    }

    /// The daemon's name has a new owner.
    private func owned(_ machine: inout ProviderKeeper, at now: UInt64) -> ProviderUpdate? {
        machine.ownerChanged(isPresent: true, at: now)
    }

    private func publish(
        _ machine: inout ProviderKeeper, _ update: ProviderUpdate, at now: UInt64
    ) -> ProviderKeeper.Ticket? {
        machine.publish(update, at: now)
    }

    private var shown: ProviderUpdate {
        update {
            $0.state.isVisible = true
            $0.state.frame = Rect(x: 0, y: 540, width: 1280, height: 260)
            $0.cause.transition = Transition(durationMS: 250)
            $0.cause.reason = .user
        }
    }

    @Test("nothing is said again while nothing was said")
    func nothing() {
        var machine = ProviderKeeper(name: "mine")
        #expect(owned(&machine, at: 0) == nil)
        #expect(machine.kept == nil)
    }

    @Test("what is said without a daemon is kept and said when there is one")
    func kept() throws {
        var machine = ProviderKeeper(name: "mine")
        #expect(publish(&machine, shown, at: 0) == nil)
        let again = try #require(owned(&machine, at: 10_000_000))
        #expect(again.name == "mine")
        #expect(again.state == shown.state)
        // The motion is over, so it stands there; the reason was for one call.
        #expect(again.cause == ChangeCause(transition: Transition(durationMS: 0)))
    }

    @Test("a motion that still runs is joined")
    func running() throws {
        var machine = ProviderKeeper(name: "mine")
        _ = machine.publish(shown, at: 1_000_000)
        let again = try #require(owned(&machine, at: 1_249_999))
        #expect(again.cause.transition == Transition(durationMS: 250, startTime: 1_000_000))
        #expect(owned(&machine, at: 1_250_000)?.cause.transition == Transition(durationMS: 0))
    }

    @Test("calls build on each other, and what is cleared is forgotten")
    func merge() throws {
        var machine = ProviderKeeper(name: "mine")
        _ = machine.publish(shown, at: 0)
        _ = machine.publish(update { $0.state.engine = "ibus:libpinyin" }, at: 0)
        _ = machine.publish(
            update {
                $0.cleared = [.frame]
                $0.leaseMS = 500
            }, at: 0)
        let again = try #require(owned(&machine, at: 0))
        #expect(again.state.engine == "ibus:libpinyin")
        #expect(again.state.frame == nil)
        #expect(again.state.isVisible == true)
        #expect(again.leaseMS == 500)
        #expect(again.cleared == [])
    }

    @Test("a refused call was never made; a taken or lost one was")
    func endings() throws {
        var machine = ProviderKeeper(name: "mine")
        _ = owned(&machine, at: 0)
        let good = try #require(publish(&machine, update { $0.state.engine = "good" }, at: 0))
        let bad = try #require(publish(&machine, update { $0.state.engine = "bad" }, at: 0))
        let lost = try #require(publish(&machine, update { $0.state.isVisible = true }, at: 0))
        machine.ended(good, .taken)
        machine.ended(bad, .refused)
        machine.ended(lost, .lost)
        let again = try #require(owned(&machine, at: 0))
        #expect(again.state.engine == "good")
        #expect(again.state.isVisible == true)
    }

    @Test("a call that the old daemon never answered is said to the new one, once and in order")
    func onTheirWay() throws {
        var machine = ProviderKeeper(name: "mine")
        _ = owned(&machine, at: 0)
        let old = try #require(publish(&machine, update { $0.state.engine = "old" }, at: 0))
        #expect(owned(&machine, at: 0)?.state.engine == "old")
        let new = try #require(publish(&machine, update { $0.state.engine = "new" }, at: 0))
        // The old one's end comes late, and changes nothing.
        machine.ended(new, .taken)
        machine.ended(old, .refused)
        #expect(machine.kept?.state.engine == "new")
    }

    @Test("a withdrawn provider says nothing again")
    func withdrawn() {
        var machine = ProviderKeeper(name: "mine")
        _ = machine.publish(shown, at: 0)
        machine.withdraw()
        #expect(owned(&machine, at: 0) == nil)
    }

    @Test("a publication is sent with all that it says")
    func publication() {
        var publication = Publication()
        #expect(publication.update(name: "x") == ProviderUpdate(name: "x"))
        publication.isVisible = true
        publication.output = "eDP-1"
        publication.frame = Rect(x: 1, y: 2, width: 3, height: 4)
        publication.space = .device
        publication.candidateBarHeight = 44
        publication.isCandidateBarIncluded = true
        publication.roomBelowCaret = 20
        publication.engine = "fcitx:pinyin"
        publication.placement = .split
        publication.regions = [.zero]
        publication.outputFrame = Rect(x: 5, y: 6, width: 7, height: 8)
        publication.canShow = true
        publication.canHide = false
        publication.transition = Transition(durationMS: 9)
        publication.reason = .user
        publication.cleared = Set(Publication.Key.allCases)
        publication.leaseMS = 10
        let update = publication.update(name: "x")
        #expect(update.state.isVisible == true)
        #expect(update.state.output == "eDP-1")
        #expect(update.state.frame == publication.frame)
        #expect(update.state.space == .device)
        #expect(update.state.candidateBarHeight == 44)
        #expect(update.state.isCandidateBarIncluded == true)
        #expect(update.state.roomBelowCaret == 20)
        #expect(update.state.engine == "fcitx:pinyin")
        #expect(update.state.placement == .split)
        #expect(update.state.regions == [.zero])
        #expect(update.state.outputFrame == publication.outputFrame)
        #expect(update.state.canShow == true)
        #expect(update.state.canHide == false)
        #expect(update.cause == ChangeCause(transition: Transition(durationMS: 9), reason: .user))
        #expect(Set(update.cleared) == Set(ProviderKey.allCases.filter(\.isState)))
        #expect(update.leaseMS == 10)
    }
}
