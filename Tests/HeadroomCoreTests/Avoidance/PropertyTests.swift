import HeadroomCore
import Testing

/// What holds for every scene (rule N6).
@Suite("Properties of the solver")
struct PropertyTests {
    @Test("solving again changes nothing", arguments: RandomScene.seeds)
    func idempotent(_ seed: UInt64) {
        let sample = RandomScene(seed: seed)
        var (first, scene) = sample.solved()
        let second = scene.avoid(sample.cover(), options: sample.options, from: first)
        #expect(second == first)
    }

    @Test("translation changes nothing", arguments: RandomScene.seeds)
    func translation(_ seed: UInt64) {
        let sample = RandomScene(seed: seed)
        var moved = sample
        moved.scene = sample.scene.moved(dx: 1280, dy: -333)
        guard case .frame(let frame) = sample.keyboard.extent else { return }
        moved.keyboard.extent = .frame(frame.moved(dx: 1280, dy: -333))
        #expect(moved.solved().adjustment == sample.solved().adjustment)
    }

    @Test("the order of outputs changes nothing", arguments: RandomScene.seeds)
    func outputOrder(_ seed: UInt64) {
        let sample = RandomScene(seed: seed)
        for order in [[1, 0, 2], [2, 1, 0], [1, 2, 0]] {
            var other = sample
            other.scene.outputs = order.map { sample.scene.outputs[$0] }
            #expect(other.solved().adjustment == sample.solved().adjustment)
        }
    }

    @Test("twice the size is twice the answer, where no tolerance acts", arguments: RandomScene.seeds)
    func scale(_ seed: UInt64) {
        let sample = RandomScene(seed: seed)
        var double = sample
        double.scene = sample.scene.scaled(by: 2)
        double.options.margin *= 2
        double.options.topMargin *= 2
        guard case .frame(let frame) = sample.keyboard.extent else { return }
        double.keyboard.extent = .frame(frame.scaled(by: 2))
        let (one, two) = (sample.solved().adjustment, double.solved().adjustment)
        #expect(two.shift == one.shift * 2)
        #expect(two.offset == one.offset * 2)
        #expect(two.insetBottom == one.insetBottom * 2)
        #expect(two.remainder == one.remainder * 2)
    }

    @Test("a higher keyboard never moves less", arguments: RandomScene.seeds)
    func monotone(_ seed: UInt64) {
        var sample = RandomScene(seed: seed)
        // A field that no longer fits gives way to its caret, which may be further down or up (rule N2).
        sample.options.reveal = .caret
        var last: Adjustment?
        for height in stride(from: 100.0, through: 900, by: 50) {
            let place = sample.scene.place
            guard let cover = sample.cover(of: RandomScene.docked(height)), cover.overlap(place, onOutput: 0) > 0
            else { continue }
            var scene = sample.scene
            // The inner views are left out: what one of them takes depends on where it is.
            scene.inner = []
            let adjustment = scene.avoid(cover, options: sample.options)
            if let last {
                #expect(adjustment.insetBottom >= last.insetBottom)
                #expect(adjustment.offset >= last.offset)
                #expect(adjustment.shift + adjustment.offset >= last.shift + last.offset)
            }
            last = adjustment
        }
    }

    @Test("the movement is the least that shows the target", arguments: RandomScene.seeds)
    func leastMovement(_ seed: UInt64) throws {
        var sample = RandomScene(seed: seed)
        sample.options.reveal = .caret
        sample.scene.inner = []
        let (adjustment, scene) = sample.solved()
        guard adjustment.covered == 0, let target = sample.scene.target else { return }
        let rect = try #require(target.caret ?? target.field)
        let cover = try #require(sample.cover())
        // One pixel less, in whichever part moved, would not do.
        if adjustment.shift > 0 {
            let shown = scene.globalTarget(rect).moved(dy: -(adjustment.shift - 1))
            #expect(shown.bottom + sample.options.margin > cover.top)
        }
        guard let area = sample.scene.scroll, cover.overlap(area.frame, onOutput: 0) > 0 else { return }
        let moved = adjustment.offset - area.offset
        guard abs(moved) >= 1 else { return }
        let total = adjustment.insetBottom + area.automaticInset
        let less = adjustment.offset - (moved > 0 ? 1 : -1)
        let low = rect.bottom + sample.options.margin + total - area.frame.height
        let high = rect.top - sample.options.topMargin - area.insetTop
        let range = -area.insetTop...max(-area.insetTop, area.contentHeight + total - area.frame.height)
        let isTooTall = low > high
        #expect(less < low || less > high || isTooTall || !range.contains(less))
    }

    @Test("nothing stays covered that could be clear", arguments: RandomScene.seeds)
    func neverCoveredNeedlessly(_ seed: UInt64) throws {
        let sample = RandomScene(seed: seed)
        let (adjustment, scene) = sample.solved()
        guard adjustment.covered > 0 else { return }
        let target = try #require(sample.scene.target)
        let rect = try #require(target.caret ?? target.field)
        let cover = try #require(sample.cover())
        let shown = scene.globalTarget(rect).moved(dy: -adjustment.shift)
        // Every level has given what it can: it stands at its end, or the target at the top of what it lies in.
        if let container = sample.scene.container {
            let isAtCap = adjustment.shift == cover.overlap(container, onOutput: 0)
            let isAtTop = shown.top - sample.options.topMargin <= max(0, container.top)
            #expect(isAtCap || isAtTop)
        }
        if let area = scene.scroll {
            let end = area.contentHeight + adjustment.insetBottom + area.automaticInset - area.frame.height
            let isAtEnd = area.offset >= end
            var inOuter = rect
            for view in scene.inner { inOuter = inOuter.moved(dy: view.frame.y - view.offset) }
            let isAtTop = inOuter.top - area.offset <= area.insetTop + sample.options.topMargin
            #expect(isAtEnd || isAtTop)
        }
        var inView = rect
        for view in scene.inner {
            let isAtEnd = view.offset >= max(0, view.contentHeight - view.frame.height)
            let isAtTop = inView.top - view.offset <= 0
            let isOuterAtTop =
                (scene.scroll?.insetTop ?? 0) + sample.options.topMargin >= shown.top + adjustment.shift
                - (scene.scroll?.frame.top ?? 0)
            #expect(isAtEnd || isAtTop || isOuterAtTop)
            inView = inView.moved(dy: view.frame.y - view.offset)
        }
    }

    @Test("a chain of no scroll views within is a scroll view", arguments: RandomScene.seeds)
    func emptyChain(_ seed: UInt64) {
        var sample = RandomScene(seed: seed)
        sample.scene.inner = []
        var plain = sample
        plain.scene.container = nil
        guard sample.scene.scroll != nil else { return }
        #expect(sample.solved().adjustment.offset == plain.solved().adjustment.offset)
        #expect(sample.solved().adjustment.insetBottom == plain.solved().adjustment.insetBottom)
    }
}
