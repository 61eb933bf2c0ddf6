import HeadroomCore
import HeadroomDaemon
import HeadroomWire
import Testing

@testable import HeadroomClient

/// Plugins and daemon together, with every message on its way for as long as it likes.
@Suite("Plugins and the daemon, message by message")
struct PluginWalkTests {
    static let casts: [[PluginKind]] = [
        [.toolkit, .toolkit], [.accessibility, .app], [.window, .accessibility, .toolkit],
        [.app, .app, .accessibility],
        [.window, .window, .window], [.window, .accessibility, .toolkit, .app],
    ]

    #if DEBUG
        static let walks: UInt64 = 500
    #else
        static let walks: UInt64 = 10_000
    #endif

    @Test("whatever comes first, nobody moves what another one has moved", arguments: casts)
    func walks(_ cast: [PluginKind]) {
        var moves = 0
        for seed in 0..<Self.walks {
            var dice = Dice(state: seed)
            var world = PluginWorld(cast)
            var story: [String] = []
            for _ in 0..<400 {
                story.append(step(&world, &dice))
                if let violation = world.violation {
                    Issue.record("\(cast), seed \(seed): \(violation)\n\(story.suffix(60).joined(separator: "\n"))")
                    return
                }
            }
            moves += world.moves
        }
        #expect(moves > 200)
    }

    @Test("at rest exactly one is active, and knows it", arguments: casts)
    func rest(_ cast: [PluginKind]) {
        for seed in 0..<100 as Range<UInt64> {
            var dice = Dice(state: seed)
            var world = PluginWorld(cast)
            for _ in 0..<100 { _ = step(&world, &dice) }
            world.startDaemon()
            // Messages, what is to be put back, and all waits.
            for _ in 0..<8 {
                settle(&world)
                for index in cast.indices where world.players[index].owesSince != nil { world.want(.restored, index) }
                settle(&world)
                world.wait(500_000)
            }
            settle(&world)
            let active = world.players.filter { $0.keeper.isActive(in: PluginWorld.subject) }
            #expect(active.count == 1, "\(cast), seed \(seed)")
            #expect(active.first?.keeper.kind == cast.max(), "\(cast), seed \(seed)")
            #expect(world.daemon?.claimListings.map(\.isRevoked) == [false], "\(cast), seed \(seed)")
            #expect(world.violation == nil, "\(cast), seed \(seed)")
        }
    }

    private func settle(_ world: inout PluginWorld) {
        while !world.isQuiet {
            for index in world.players.indices {
                world.serve(index)
                world.deliver(index)
            }
        }
    }

    /// Lets something happen; messages most of all.
    private func step(_ world: inout PluginWorld, _ dice: inout Dice) -> String {
        let index = Int(dice.next() % UInt64(world.players.count))
        let player = world.players[index]
        switch dice.next() % 256 {
        case 0..<90:
            world.serve(index)
            return "serve \(index)"
        case 90..<180:
            world.deliver(index)
            return "deliver \(index)"
        case 180..<205:
            guard player.owesSince == nil else { return "-" }
            world.want(.clear, index)
            return "\(index) wants to move"
        case 205..<212:
            world.want(.notNeeded, index)
            return "\(index) moves nothing"
        case 212..<228:
            world.want(.restored, index)
            return "\(index) puts things back"
        case 228..<248:
            let time = [0, 1, 100_000, 499_999, 500_000][Int(dice.next() % 5)] as UInt64
            world.wait(time)
            return "wait \(time)"
        case 248..<250:
            world.crash(index)
            return "\(index) crashes"
        case 250:
            world.killDaemon()
            return "the daemon is killed"
        default:
            world.startDaemon()
            return "a daemon starts"
        }
    }
}

/// The same numbers for the same seed, on every machine: SplitMix64.
private struct Dice {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
