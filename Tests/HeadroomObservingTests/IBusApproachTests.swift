import HeadroomCore
import Testing

@testable import HeadroomObserving

/// The way to IBus's bus, event by event.
struct IBusApproachTests {
    private let address: IBusAddress
    private let other: IBusAddress

    init() throws {
        address = try #require(IBusAddress("unix:path=/a"))
        other = try #require(IBusAddress("unix:path=/b"))
    }

    private static func ms(_ milliseconds: UInt32) -> UInt64 { UInt64(milliseconds) * 1000 }

    /// One that stands since 0.
    private func inside() -> IBusApproach {
        var approach = IBusApproach()
        _ = approach.found(address, at: 0)
        _ = approach.answered(.welcome, at: 0)
        _ = approach.opened(at: 0)
        return approach
    }

    @Test("it knocks, opens, and stands")
    func way() {
        var approach = IBusApproach()
        #expect(approach.found(nil, at: 0) == [.tell])
        #expect(approach.found(address, at: 1) == [.leave, .knock(address)])
        #expect(approach.found(address, at: 2) == [])
        #expect(approach.answered(.welcome, at: 3) == [.open(address)])
        #expect(approach.found(address, at: 4) == [])
        #expect(approach.opened(at: 5) == [.tell])
        #expect(approach.state == .inside(address, since: 5))
        #expect(approach.nextDeadline == nil)
        #expect(approach.found(address, at: 6) == [])
        #expect(approach.found(nil, at: 7) == [.leave, .tell])
        #expect(approach.state == .nowhere)
    }

    @Test("another address is gone to at once, from wherever it is")
    func moved() {
        var standing = inside()
        var resting = inside()
        _ = resting.lost("gone", at: 1)
        for approach in [standing, resting] {
            var approach = approach
            #expect(approach.found(other, at: 2) == [.leave, .knock(other)])
        }
        #expect(standing.found(nil, at: 3) == [.leave, .tell])
        #expect(standing.found(other, at: 4) == [.leave, .knock(other)])
    }

    @Test("who does not answer is said to be silent, and waited for")
    func silent() {
        var approach = IBusApproach()
        _ = approach.found(address, at: 0)
        let patience = Self.ms(IBusApproach.patience)
        #expect(approach.nextDeadline == patience)
        #expect(approach.advance(to: patience - 1) == [])
        #expect(approach.advance(to: patience) == [.tell])
        #expect(approach.state == .silent(address))
        #expect(approach.nextDeadline == nil)
        #expect(approach.found(address, at: patience + 1) == [])
        #expect(approach.answered(.welcome, at: patience + 2) == [.open(address)])
        // It falls silent again before it has said hello.
        #expect(approach.advance(to: 2 * patience + 2) == [.leave, .tell])
        #expect(approach.state == .resting(address, "it does not answer"))
    }

    @Test("who refuses is gone to again, ever more rarely, and at once when there is reason to")
    func rests() {
        var approach = IBusApproach()
        var time: UInt64 = 0
        var waits: [UInt64] = []
        _ = approach.found(address, at: time)
        for _ in 0..<14 {
            #expect(approach.answered(.refused("no"), at: time) == [.leave, .tell])
            let deadline = approach.nextDeadline ?? 0
            waits.append((deadline - time) / 1000)
            #expect(approach.advance(to: deadline - 1) == [])
            #expect(approach.advance(to: deadline) == [.knock(address)])
            time = deadline
        }
        #expect(waits == [50, 100, 200, 400, 800, 1600, 3200, 6400, 12_800, 25_600, 30_000, 30_000, 30_000, 30_000])
        _ = approach.answered(.refused("no"), at: time)
        #expect(approach.found(address, at: time + 1) == [.leave, .knock(address)])
        _ = approach.answered(.refused("no"), at: time + 2)
        #expect(approach.nextDeadline == time + 2 + Self.ms(50))
    }

    @Test("a connection that stood for long begins anew, one that is thrown out again and again does not")
    func losses() {
        var approach = inside()
        #expect(approach.lost("gone", at: 100) == [.leave, .tell])
        #expect(approach.nextDeadline == 100 + Self.ms(50))
        var time = 100 + Self.ms(50)
        for wait in [100, 200, 400] as [UInt32] {
            #expect(approach.advance(to: time) == [.knock(address)])
            _ = approach.answered(.welcome, at: time)
            _ = approach.opened(at: time)
            #expect(approach.lost("gone", at: time + 1) == [.leave, .tell])
            #expect(approach.nextDeadline == time + 1 + Self.ms(wait))
            time += 1 + Self.ms(wait)
        }
        _ = approach.advance(to: time)
        _ = approach.answered(.welcome, at: time)
        _ = approach.opened(at: time)
        time += Self.ms(IBusApproach.goodLife)
        _ = approach.lost("gone", at: time)
        #expect(approach.nextDeadline == time + Self.ms(50))
    }

    @Test("what comes when nothing waits for it changes nothing")
    func late() {
        var approach = IBusApproach()
        #expect(approach.answered(.welcome, at: 1) == [])
        #expect(approach.opened(at: 2) == [])
        #expect(approach.lost("gone", at: 3) == [])
        #expect(approach.advance(to: .max) == [])
        #expect(approach == IBusApproach())
        approach = inside()
        #expect(approach.answered(.refused("no"), at: 4) == [])
        #expect(approach.opened(at: 5) == [])
        #expect(approach.state == .inside(address, since: 0))
        _ = approach.lost("gone", at: .max)
        #expect(approach.nextDeadline == .max)
    }
}
