import HeadroomCore
import Testing

@Suite struct OutputTests {
    private let left = Output(name: "left", frame: Rect(x: 0, y: 0, width: 1000, height: 800))
    private let right = Output(name: "right", frame: Rect(x: 1000, y: 0, width: 1000, height: 800))
    private let below = Output(name: "below", frame: Rect(x: 0, y: 800, width: 1000, height: 800))

    /// Rule D3: the largest area; at a tie the smaller y, then the smaller x, whatever the order of outputs.
    @Test func holding() {
        for outputs in [[left, right, below], [below, right, left], [right, below, left]] {
            #expect(outputs.holding(Rect(x: 10, y: 10, width: 10, height: 10))?.name == "left")
            #expect(outputs.holding(Rect(x: 900, y: 0, width: 201, height: 10))?.name == "right")
            #expect(outputs.holding(Rect(x: 900, y: 0, width: 200, height: 10))?.name == "left")
            #expect(outputs.holding(Rect(x: 0, y: 700, width: 100, height: 200))?.name == "left")
            #expect(outputs.holding(Rect(x: 900, y: 700, width: 200, height: 200))?.name == "left")
            #expect(outputs.holding(Rect(x: 0, y: 700, width: 100, height: 201))?.name == "below")
            #expect(outputs.holding(Rect(x: 3000, y: 0, width: 10, height: 10)) == nil)
            #expect(outputs.holding(.zero) == nil)
        }
        let tie = Rect(x: 900, y: 790, width: 200, height: 20)
        #expect([right, below].holding(tie)?.name == "right")
        #expect([below, right].holding(tie)?.name == "right")
        #expect([Output]().holding(tie) == nil)
    }

    /// Rule D4: logical = (value − physical origin) / scale + origin; sizes divided by the scale.
    @Test func deviceSpace() {
        var output = Output(name: "eDP-1", frame: Rect(x: 1280, y: 100, width: 1280, height: 800), scale: 2)
        let device = Rect(x: 2660, y: 1300, width: 2560, height: 520)
        #expect(output.logical(device: device) == device)
        output.deviceFrame = Rect(x: 2560, y: 200, width: 2560, height: 1600)
        #expect(output.logical(device: device) == Rect(x: 1330, y: 650, width: 1280, height: 260))
        output.scale = 1.25
        #expect(
            output.logical(device: Rect(x: 2560, y: 200, width: 100, height: 50))
                == Rect(x: 1280, y: 100, width: 80, height: 40))
        output.scale = 0
        #expect(output.logical(device: device) == device)
    }

    @Test func namesAndAliases() {
        var other = Output(name: "HEADLESS-1", frame: right.frame, aliases: ["XWAYLAND0", "left"])
        other.aliases.append("screen")
        #expect([left, other].named("XWAYLAND0") == other)
        #expect([other, left].named("left") == left)
        #expect([left, other].named("nowhere") == nil)
        #expect(other.answers(to: "screen") && !other.answers(to: "scree"))
    }

    @Test func relativeAndGlobal() {
        let rect = Rect(x: 10, y: 20, width: 30, height: 40)
        #expect(right.global(rect) == Rect(x: 1010, y: 20, width: 30, height: 40))
        #expect(right.relative(right.global(rect)) == rect)
        #expect(left.orientation == .landscape)
        #expect(Output(name: "", frame: Rect(x: 0, y: 0, width: 800, height: 800)).orientation == .portrait)
    }
}
