import Glibc
import HeadroomBus
import Support
import Testing

@testable import HeadroomClient

/// What a program may have watched in its client's loop.
@Suite("A client's loop", .timeLimit(.minutes(10)))
struct LoopTests {
    private let stage: Stage

    init() throws { stage = try Stage() }

    @Test("an alarm rings once for each time that it is set, and not when it is taken back or dropped")
    func alarms() throws {
        var rings = 0
        let alarm = try stage.client.alarm { rings += 1 }
        alarm.set(for: stage.client.now + 5_000)
        try stage.wait("the alarm") { rings == 1 }
        alarm.set(for: 1)
        alarm.set(for: nil)
        var dropped: Alarm? = try stage.client.alarm { rings += 100 }
        dropped?.set(for: 1)
        dropped = nil
        let last = try stage.client.alarm { rings += 1 }
        last.set(for: stage.client.now)
        try stage.wait("the last alarm") { rings >= 2 }
        #expect(rings == 2)
    }

    @Test("a descriptor is told of until it is not watched any more")
    func descriptors() throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        var text: [UInt8] = []
        let watch = try stage.client.watch(ends[0]) {
            var bytes = [UInt8](repeating: 0, count: 8)
            let count = read(ends[0], &bytes, bytes.count)
            text += bytes.prefix(max(0, count))
        }
        _ = write(ends[1], "ab", 2)
        try stage.wait("what was written") { text == Array("ab".utf8) }
        watch.cancel()
        _ = write(ends[1], "c", 1)
        var isLater = false
        stage.client.later { isLater = true }
        try stage.wait("another turn") { isLater }
        #expect(text == Array("ab".utf8))
        #expect(throws: ClientError.self) { try stage.client.watch(-1) {} }
    }

    @Test("a signal is told of instead of what it does")
    func signals() throws {
        var count = 0
        let watch = try stage.client.watchSignal(SIGUSR2) { count += 1 }
        pthread_kill(pthread_self(), SIGUSR2)
        try stage.wait("the signal") { count == 1 }
        watch.cancel()
    }
}
