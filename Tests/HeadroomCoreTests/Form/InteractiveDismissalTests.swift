import HeadroomCore
import Testing

@Suite("Interactive dismissal")
struct InteractiveDismissalTests {
    /// 300 high, so that the threshold is 45.
    private let keyboard = Rect(x: 0, y: 500, width: 375, height: 300)

    private func pulled(to y: Double, padding: Double = 0) -> InteractiveDismissal {
        var pull = InteractiveDismissal(padding: padding)
        pull.keyboardChanged(to: keyboard)
        pull.began(at: 400)
        _ = pull.moved(to: y)
        return pull
    }

    @Test("the keyboard follows the finger from its top edge on, and back")
    func follows() {
        var pull = InteractiveDismissal()
        pull.keyboardChanged(to: keyboard)
        pull.began(at: 300)
        #expect(pull.moved(to: 499) == nil)
        #expect(pull.state == .watching)
        #expect(pull.moved(to: 530) == .init(distance: 30, progress: 0.9))
        #expect(pull.state == .pulling(distance: 30))
        #expect(pull.moved(to: 650) == .init(distance: 150, progress: 0.5))
        #expect(pull.moved(to: 900) == .init(distance: 300, progress: 0))
        #expect(pull.moved(to: 200) == .init(distance: 0, progress: 1))
        #expect(pull.state == .pulling(distance: 0))
    }

    @Test(
        "padding: it begins that much above",
        arguments: [(40.0, 470.0, 10.0), (0, 470, nil), (-40, 530, 30), (.nan, 530, 30)])
    func padding(_ padding: Double, _ y: Double, _ distance: Double?) {
        var pull = InteractiveDismissal(padding: padding)
        pull.keyboardChanged(to: keyboard)
        pull.began(at: 300)
        #expect(pull.moved(to: y)?.distance == distance)
    }

    @Test(
        "15 % of its height, then the fling's direction decides",
        arguments: [
            // y, velocity, whether it goes, and how fast
            (544.9, 0.0, false, 0.0), (544.9, 2000, false, 0), (545, 0, true, 0), (545, 2000, true, 2000),
            (545, -2000, false, -2000), (790, -50, false, -50), (790, -49, true, 0), (790, 49, true, 0),
            (790, .nan, true, 0), (790, -.infinity, true, 0),
        ])
    func ends(_ y: Double, _ velocity: Double, _ goes: Bool, _ speed: Double) {
        var pull = pulled(to: y)
        let progress = InteractiveDismissal.Progress(distance: y - 500, progress: (300 - (y - 500)) / 300)
        let end = pull.ended(velocity: velocity)
        #expect(end == (goes ? .hide(from: progress, velocity: speed) : .putBack(from: progress, velocity: speed)))
        #expect(pull.state == .idle)
        #expect(pull.ended(velocity: velocity) == .nothing)
    }

    @Test("a finger on the keyboard types; one that never comes there pulls nothing")
    func others() {
        var pull = InteractiveDismissal(padding: 50)
        pull.keyboardChanged(to: keyboard)
        pull.began(at: 500)
        #expect(pull.moved(to: 700) == nil)
        #expect(pull.ended(velocity: 900) == .nothing)
        pull.began(at: 100)
        #expect(pull.moved(to: 440) == nil)
        #expect(pull.ended(velocity: 900) == .nothing)
        #expect(pull.cancelled() == .nothing)
    }

    @Test(
        "without a keyboard there is nothing to pull",
        arguments: [
            nil, Rect.zero, Rect(x: 0, y: 500, width: 375, height: .nan), Rect(x: 0, y: 500, width: 375, height: -300),
            Rect(x: 0, y: 500, width: 375, height: .infinity),
        ])
    func none(_ frame: Rect?) {
        var pull = InteractiveDismissal()
        pull.keyboardChanged(to: frame)
        #expect(pull.keyboard == nil)
        pull.began(at: 100)
        #expect(pull.moved(to: 600) == nil)
        #expect(pull.ended(velocity: 0) == .nothing)
    }

    @Test("what takes the finger away puts the keyboard back; a keyboard that changes ends the pull")
    func interrupted() {
        var pull = pulled(to: 700)
        #expect(pull.cancelled() == .putBack(from: .init(distance: 200, progress: 1.0 / 3), velocity: 0))
        pull = pulled(to: 700)
        pull.keyboardChanged(to: Rect(x: 0, y: 456, width: 375, height: 344))
        #expect(pull.moved(to: 710) == nil)
        #expect(pull.ended(velocity: 500) == .nothing)
    }

    @Test("positions that cannot be change nothing", arguments: [Double.nan, .infinity, -.infinity])
    func hostile(_ number: Double) {
        var pull = pulled(to: 600)
        #expect(pull.moved(to: number) == nil)
        #expect(pull.state == .pulling(distance: 100))
        pull.began(at: number)
        #expect(pull.state == .idle)
    }

    @Test("progress and distance always make one whole, within the keyboard", arguments: 0..<100 as Range<UInt64>)
    func properties(_ seed: UInt64) {
        var random = RandomNumbers(seed)
        var pull = InteractiveDismissal(padding: random.whole(0...60))
        let frame = Rect(x: 0, y: random.whole(300...700), width: 400, height: random.whole(1...400))
        pull.keyboardChanged(to: frame)
        pull.began(at: 0)
        for _ in 0..<50 {
            guard let progress = pull.moved(to: random.whole(0...1200)) else { continue }
            #expect((0...frame.height).contains(progress.distance))
            #expect(abs(progress.progress * frame.height + progress.distance - frame.height) < 1e-9)
        }
    }
}
