import HeadroomClient
import HeadroomCore
import Testing

@testable import HeadroomPluginKit

/// How long things take that follow the user while the keyboard stands: no notification says so.
@Suite("Following")
struct FollowingTests {
    private static let output = Output(name: "A", frame: Rect(x: 0, y: 0, width: 1000, height: 1000))
    /// When the focus moves, in µs.
    private static let start: UInt64 = 7_000_000

    /// Content that is shifted so far, and a field in it that ends there without that.
    private func measurement(_ bottom: Double, shift: Double, milliseconds: UInt32) -> Measurement {
        var measured = Measurement(
            Scene(
                outputs: [], container: Self.output.frame.moved(dy: -shift),
                target: Target(field: Rect(x: 0, y: bottom - 40 - shift, width: 100, height: 40))),
            shift: shift)
        measured.followMS = milliseconds
        return measured
    }

    /// One that draws frames of its own, whose keyboard is 400 high and stands, and whose field ends 10 above it.
    private func shown(_ milliseconds: UInt32) -> Mover {
        var mover = Mover(frames: .own, leftOver: nil)
        let notification = Notification(
            kind: .didShow, serial: 1, output: "A", frameBegin: Rect(x: 0, y: 600, width: 1000, height: 400),
            frameEnd: Rect(x: 0, y: 600, width: 1000, height: 400), bottomInset: 400, candidateBarHeight: 0,
            durationMS: 0, details: Notification.Details(startTime: 0, outputFrame: Self.output.frame))
        let state = KeyboardState(
            isDaemonPresent: true, phase: .shown, notification: notification,
            properties: KeyboardProperties(outputs: [Self.output]))
        _ = mover.keyboard(.current(state), at: 0)
        #expect(mover.claim(true, at: 0) == [.measure(1)])
        _ = shifts(mover.measured(measurement(790, shift: 0, milliseconds: milliseconds), number: 1, at: 0), &mover, 0)
        _ = shifts(mover.advance(to: Self.start), &mover, Self.start)
        #expect(mover.isIdle == false && mover.isGliding == false)
        return mover
    }

    /// How far everything is moved up, also once a report of it is taken.
    private func shifts(_ actions: [Mover.Action], _ mover: inout Mover, _ now: UInt64) -> [Double] {
        var actions = actions
        for case .report(_, let number?) in actions { actions += mover.permitted(number, at: now) }
        #expect(mover.brokenInvariant() == nil)
        return actions.compactMap { action in if case .apply(let position) = action { position.shift } else { nil } }
    }

    @Test("Next to a lower field takes the time that was asked for, to the microsecond", arguments: [UInt32(300), 150])
    func next(_ milliseconds: UInt32) {
        let (start, whole) = (Self.start, UInt64(milliseconds) * 1000)
        var mover = shown(milliseconds)
        #expect(mover.world(.focus, at: start) == [.measure(2)])
        let asked = mover.measured(measurement(990, shift: 200, milliseconds: milliseconds), number: 2, at: start)
        var last = shifts(asked, &mover, start).last ?? 200
        #expect(last == 200)
        for time in Array(stride(from: UInt64(0), to: whole, by: 10_000)) + [whole - 1] {
            #expect(mover.isGliding, "at \(time)")
            last = shifts(mover.frame(at: start + time), &mover, start + time).last ?? last
            let share = Curve.easeOutCubic.progress(elapsed: Double(time) / 1000, duration: Double(milliseconds))
            #expect(abs(last - (200 + 200 * share)) < 1e-6, "at \(time)")
        }
        #expect(shifts(mover.frame(at: start + whole), &mover, start + whole) == [400])
        #expect(!mover.isGliding)
    }
}
