import HeadroomCore
import HeadroomDesktop
import Testing

@Suite struct OutputDescriptionTests {
    static func described(_ body: (inout OutputDescription) -> Void) -> Output? {
        var description = OutputDescription(name: "output-7", hasLogicalFrame: true)
        body(&description)
        _ = description.done()
        return description.output
    }

    @Test func aFractionalScaleIsTheModeOverTheLogicalSize() {
        let output = OutputDescriptionTests.described {
            $0.name("DSI-1")
            $0.geometry(x: 0, y: 0, transform: 1)
            $0.mode(width: 2160, height: 1080)
            $0.scale(2)
            $0.logicalPosition(x: 10, y: 20)
            $0.logicalSize(width: 720, height: 1440)
        }
        #expect(
            output
                == Output(
                    name: "DSI-1", frame: Rect(x: 10, y: 20, width: 720, height: 1440), scale: 1.5,
                    transform: .rotated90))
    }

    @Test func nothingIsKnownBeforeTheLogicalSize() {
        let output = OutputDescriptionTests.described { $0.mode(width: 100, height: 100) }
        #expect(output == nil)
    }

    @Test func withoutLogicalFrameTheModeAndTheWholeScaleSayIt() {
        var description = OutputDescription(name: "output-7", hasLogicalFrame: false)
        description.geometry(x: 5, y: 6, transform: 3)
        description.mode(width: 720, height: 1440)
        description.scale(2)
        let isNew = description.done()
        #expect(isNew)
        #expect(
            description.output
                == Output(
                    name: "output-7", frame: Rect(x: 5, y: 6, width: 720, height: 360), scale: 2,
                    transform: .rotated270))
        let isNewAgain = description.done()
        #expect(!isNewAgain)
    }

    @Test func whatNobodyCanBelieveIsRefused() {
        var description = OutputDescription(name: "output-7", hasLogicalFrame: true)
        description.geometry(x: Int.max, y: 0, transform: 0)
        description.geometry(x: 0, y: 0, transform: 8)
        description.geometry(x: 0, y: 0, transform: -1)
        description.mode(width: 0, height: 10)
        description.scale(0)
        description.name("")
        description.name(String(repeating: "x", count: 257))
        description.logicalPosition(x: Int.min, y: 0)
        description.logicalSize(width: 10, height: -1)
        description.logicalSize(width: Int.max, height: Int.max)
        #expect(description.refused == 10)
        let isNew = description.done()
        #expect(!isNew)
        #expect(description.output == nil)
    }
}
