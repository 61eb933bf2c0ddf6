import HeadroomCore
import Testing

@testable import ObserverLayerShell

/// What a compositor may do wrong: nothing of it traps, all of it is counted or waited out.
@Suite struct HostileCompositorTests {
    static let frame = Rect(x: 100, y: 50, width: 360, height: 720)

    /// A machine whose first markers have been made.
    static func begun() -> (OutputMachine, [Marker]) {
        var machine = OutputMachine(frame: frame)
        let markers = machine.begin(at: 0).compactMap { if case .create(let marker) = $0 { marker } else { nil } }
        return (machine, markers)
    }

    @Test func sizesOutOfRangeAreRefused() {
        var (machine, markers) = HostileCompositorTests.begun()
        for marker in markers {
            machine.configured(marker, width: Int.max, height: 10, at: 1)
            machine.configured(marker, width: -1, height: 10, at: 1)
        }
        #expect(machine.refused == 6)
        #expect(machine.batchEnded(at: 2) == [])
    }

    @Test func placesOutsideTheOutputAreRefused() {
        var (machine, markers) = HostileCompositorTests.begun()
        for marker in markers { machine.configured(marker, width: 360, height: 700, at: 1) }
        #expect(machine.batchEnded(at: 1) == markers.map { .locate($0) })
        for (marker, place) in zip(markers, [(5, 0), (0, -500), (Int.min, 0)]) {
            #expect(machine.located(marker, x: place.0, y: place.1, at: 2) == [])
        }
        #expect(machine.refused == 3)
        #expect(machine.reading == nil)
        #expect(machine.deadline != nil, "it looks again")
    }

    @Test func aCompositorThatNeverAnswersIsWaitedForOnlySoLong() {
        var (machine, markers) = HostileCompositorTests.begun()
        for marker in markers { machine.configured(marker, width: 360, height: 700, at: 1) }
        _ = machine.batchEnded(at: 1)
        var wakeups = 0
        while let deadline = machine.deadline, wakeups < 100 {
            _ = machine.passed(deadline)
            wakeups += 1
        }
        #expect(machine.deadline == nil, "it comes to rest")
        #expect(machine.unanswered > 0)
        #expect(wakeups < 30)
        #expect(machine.reading == nil)
    }

    @Test func takingAllMarkersAwayEndsInRest() {
        var (machine, markers) = HostileCompositorTests.begun()
        var live = Set(markers)
        var made = 0
        var time: UInt64 = 1
        while made < 1000, let marker = live.popFirst() {
            var actions = machine.lost(marker, at: time)
            while live.isEmpty, let deadline = machine.deadline {
                time = max(time, deadline)
                actions += machine.passed(time)
                for case .create(let new) in actions {
                    live.insert(new)
                    made += 1
                }
            }
        }
        #expect(made < 50)
        #expect(machine.deadline == nil)
    }

    /// Areas that do not lie within one another: after some looks the usable area alone is believed.
    @Test func anUnknownOrderGivesTheUsableArea() throws {
        var (machine, markers) = HostileCompositorTests.begun()
        let places = [Marker.Layer.overlay: (0, -10), .top: (-10, 0), .last: (0, 0)]
        let sizes = [Marker.Layer.overlay: (360, 710), .top: (350, 720), .last: (360, 500)]
        func answer(_ actions: [OutputMachine.Action], at time: UInt64) {
            var queue = actions
            while let action = queue.popLast() {
                guard case .locate(let marker) = action, let place = places[marker.layer] else { continue }
                queue += machine.located(marker, x: place.0, y: place.1, at: time)
            }
        }
        for marker in markers {
            let size = try #require(sizes[marker.layer])
            machine.configured(marker, width: size.0, height: size.1, at: 1)
        }
        answer(machine.batchEnded(at: 1), at: 1)
        while machine.reading == nil, let deadline = machine.deadline { answer(machine.passed(deadline), at: deadline) }
        #expect(machine.reading?.usable == Rect(x: 100, y: 50, width: 360, height: 500))
    }

    /// Any events in any order: it never traps and always comes to rest.
    @Test func anyEventsInAnyOrder() {
        var generator = SplitMix(state: 7)
        for _ in 0..<300 {
            var machine = OutputMachine(frame: HostileCompositorTests.frame)
            var markers: [Marker] = []
            var time: UInt64 = 0
            func take(_ actions: [OutputMachine.Action]) {
                for case .create(let marker) in actions { markers.append(marker) }
            }
            take(machine.begin(at: 0))
            for _ in 0..<200 {
                time += UInt64.random(in: 0...30_000, using: &generator)
                let number = { Int.random(in: -800...800, using: &generator) }
                guard let marker = markers.randomElement(using: &generator) else { break }
                switch Int.random(in: 0..<8, using: &generator) {
                case 0, 1, 2: machine.configured(marker, width: 360, height: 500 + number() / 4, at: time)
                case 3: take(machine.located(marker, x: 0, y: min(0, number()), at: time))
                case 4: take(machine.located(marker, x: number(), y: number(), at: time))
                case 5: take(machine.batchEnded(at: time))
                case 6: take(machine.lost(marker, at: time))
                default:
                    let height = Double(400 + abs(number()))
                    take(machine.outputChanged(frame: Rect(x: 0, y: 0, width: 360, height: height), at: time))
                }
                if let deadline = machine.deadline, deadline <= time { take(machine.passed(time)) }
            }
            var turns = 0
            while let deadline = machine.deadline, turns < 100 {
                take(machine.passed(deadline))
                turns += 1
            }
            #expect(machine.deadline == nil)
        }
    }
}

/// A small generator that gives the same numbers everywhere.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
