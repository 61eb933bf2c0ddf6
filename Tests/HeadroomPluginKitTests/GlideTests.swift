import HeadroomCore
import Testing

@testable import HeadroomPluginKit

/// The way from one position to another beside the keyboard's.
@Suite("Glides")
struct GlideTests {
    private let from = Position(offset: 100, insetBottom: 20)
    private let to = Position(offset: 300, insetBottom: 320)

    private func motion(_ curve: Curve, start: UInt64 = 0, velocity: Double = 0) -> Motion {
        Motion(
            begin: Rect(x: 0, y: 800, width: 100, height: 200), end: Rect(x: 0, y: 600, width: 100, height: 200),
            start: start, durationMS: 200, curve: curve, velocity: velocity)
    }

    @Test("from its beginning it is where the keyboard's edge is", arguments: [Curve.linear, .easeOutCubic, .uiKit])
    func together(curve: Curve) {
        let motion = motion(curve)
        let glide = Glide(from: from, to: to, along: motion, at: 0)
        for time in stride(from: UInt64(0), through: 200_000, by: 10_000) {
            let risen = 800 - motion.frame(at: time).y
            #expect(abs(glide.position(at: time).offset - (100 + risen)) < 1e-9)
        }
        #expect(glide.position(at: 200_000) == to)
        #expect(glide.position(at: 1_000_000) == to)
    }

    @Test("joined late it begins where it is, keeps pace, and arrives with the keyboard")
    func joins() {
        let glide = Glide(from: from, to: to, along: motion(.linear), at: 100_000)
        #expect(glide.position(at: 100_000).offset == 100)
        #expect(glide.position(at: 150_000).offset == 200)
        #expect(glide.position(at: 200_000) == to)
    }

    @Test("what the keyboard did while the daemon was asked is made good, up to a frame")
    func permission() {
        let glide = Glide(from: from, to: to, along: motion(.linear), at: 110_000, since: 100_000)
        #expect(abs(glide.position(at: 110_000).offset - 120) < 1e-9)
        #expect(abs(glide.position(at: 150_000).offset - 200) < 1e-9)
        let late = Glide(from: from, to: to, along: motion(.linear), at: 150_000, since: 0)
        #expect(late.position(at: 150_000).offset < 160)
        #expect(late.position(at: 200_000) == to)
        #expect(Glide(from: from, to: to, along: motion(.linear), at: 5, since: 9).start == 5)
    }

    @Test("joined after its end it is at its end")
    func late() {
        #expect(Glide(from: from, to: to, along: motion(.linear), at: 200_000).position(at: 200_000) == to)
    }

    @Test("before its beginning it waits")
    func early() {
        let glide = Glide(from: from, to: to, along: motion(.linear, start: 50_000), at: 0)
        #expect(glide.position(at: 50_000).offset == 100)
        #expect(glide.position(at: 150_000).offset == 200)
    }

    @Test("there is always room for the offset: insets grow first and shrink last")
    func room() {
        let up = Glide(from: from, to: to, along: motion(.linear), at: 0)
        #expect(up.position(at: 0).insetBottom == 320)
        let down = Glide(from: to, to: from, along: motion(.linear), at: 0)
        #expect(down.position(at: 199_999).insetBottom == 320)
        #expect(down.position(at: 200_000).insetBottom == 20)
    }

    @Test("whoever joins a curve that overshoots in its second half is not thrown")
    func overshoot() {
        let curve = Curve.cubicBezier(x1: 0.3, y1: 0, x2: 0.3, y2: 2.5)
        for joined in stride(from: UInt64(0), to: 200_000, by: 5_000) {
            let glide = Glide(from: from, to: to, along: motion(curve), at: joined)
            for time in stride(from: joined, through: 200_000, by: 5_000) {
                let offset = glide.position(at: time).offset
                #expect(offset.isFinite && offset > -100 && offset < 900, "joined \(joined), at \(time)")
            }
            #expect(glide.position(at: joined).offset == 100)
        }
    }

    @Test("a keyboard whose edge stands still has its curve all the same")
    func still() {
        let frame = Rect(x: 0, y: 600, width: 100, height: 200)
        let motion = Motion(begin: frame, end: frame, start: 0, durationMS: 200, curve: .linear)
        #expect(Glide(from: from, to: to, along: motion, at: 0).position(at: 100_000).offset == 200)
    }

    @Test("the keyboard's velocity is in its edge's way, and so in ours")
    func velocity() {
        let motion = motion(.uiKit, velocity: -900)
        let glide = Glide(from: from, to: to, along: motion, at: 0)
        let risen = 800 - motion.frame(at: 30_000).y
        #expect(abs(glide.position(at: 30_000).offset - (100 + risen)) < 1e-9)
        #expect(risen > 800 - self.motion(.uiKit).frame(at: 30_000).y)
    }
}
