import HeadroomCore
import Testing

@testable import AccessibilityPlugin

/// From an application's coordinates to the screen's.
@Suite("Projections")
struct ProjectionTests {
    @Test("a window's content, less its shadow, lies where its compositor has it")
    func placed() {
        // GTK 3 with a shadow, as it says and as sway has it.
        let projection = Projection(
            Rect(x: 26, y: 23, width: 500, height: 640), on: Rect(x: 300, y: 60, width: 500, height: 640), scale: 1)
        #expect(
            projection.placed(Rect(x: 26, y: 219, width: 500, height: 34))
                == Rect(x: 300, y: 256, width: 500, height: 34))
        let half = Projection(
            Rect(x: 20, y: 10, width: 1000, height: 600), on: Rect(x: 7, y: 9, width: 500, height: 300), scale: 0.5)
        #expect(
            half.placed(Rect(x: 40, y: 50, width: 100, height: 60)) == Rect(x: 17, y: 29, width: 50, height: 30))
    }

    @Test("a unit on X11 is what the window's width says, whatever a window manager puts around it")
    func real() {
        #expect(Projection.scale(real: 500, told: 500) == 1)
        #expect(Projection.scale(real: 500, told: 502) == 1)
        #expect(Projection.scale(real: 1000, told: 501) == 2)
        #expect(Projection.scale(real: 750, told: 500) == 1.5)
        #expect(Projection.scale(real: 650, told: 500) == 1.3)
        #expect(Projection.scale(real: 10, told: 20) == 1, "too narrow to say")
        #expect(Projection.scale(real: 0, told: 0) == 1)
    }

    @Test("a unit on Wayland is a logical or a device pixel, the nearer, whatever the shadow")
    func output() {
        func scale(_ real: Double, _ told: Double, _ output: Double) -> Double {
            Projection.scale(real: real, told: told, outputScale: output)
        }
        #expect(scale(500, 552, 1) == 1)
        #expect(scale(500, 552, 2) == 1)
        #expect(scale(500, 1040, 2) == 0.5)
        #expect(scale(500, 760, 1.5) == 1 / 1.5)
        #expect(scale(500, 540, 1.5) == 1)
        #expect(scale(500, 250, 0.5) == 2)
        #expect(scale(500, 500, 0) == 1)
    }

    @Test("what GTK 4 leaves untold of its own motion is put right, and nothing else is")
    func settled() {
        for value in [819.9997937251718, 820.0001, 820] { #expect(Look.settled(value) == 820) }
        for value in [819.99, 819.5, 141.52958210594636] { #expect(Look.settled(value) == value) }
    }

    @Test("Firefox counts points in device pixels, by its window's width on X11 and by its output on Wayland")
    func points() {
        let told = Rect(x: 26, y: 23, width: 500, height: 350)
        func pixel(_ toolkit: Toolkit, _ windows: Windows, _ frame: Rect?) -> Double {
            WindowPlace.pixel(of: toolkit, frame: frame, windows)
        }
        let seen = SeenWindow(content: Rect(x: 100, y: 40, width: 1000, height: 700))
        #expect(pixel(.gecko, .onScreen(seen), told) == 2)
        #expect(pixel(.chromium, .onScreen(seen), told) == 1)
        #expect(pixel(.gecko, .onScreen(nil), told) == 1 && pixel(.gecko, .onScreen(seen), nil) == 1)
        func surface(_ width: Double, _ scale: Double) -> SeenWindow {
            SeenWindow(content: Rect(x: 0, y: 0, width: width, height: 350), outputScale: scale)
        }
        #expect(pixel(.gecko, .surfaces([surface(440, 2)]), told) == 2)
        #expect(pixel(.gecko, .surfaces([surface(440, 1), surface(500, 2)]), told) == 2)
        for scale in [0, 1e9, .infinity, .nan] { #expect(pixel(.gecko, .surfaces([surface(500, scale)]), told) == 1) }
        #expect(pixel(.gtk3, .surfaces([surface(440, 2)]), told) == 1 && pixel(.gecko, .surfaces([]), told) == 1)
    }

    @Test("in a page other pixels may count than around it")
    func page() {
        func reading(_ page: Rect?, _ host: Rect?) -> Reading { Reading(panes: [], page: page, host: host) }
        // Chromium at twice the size, as it answers.
        let host = Rect(x: 10, y: 153, width: 1280, height: 446)
        #expect(reading(Rect(x: 20, y: 306, width: 2560, height: 892), host).pageScale == 0.5)
        #expect(reading(host, host).pageScale == 1)
        #expect(reading(Rect(x: 10, y: 153, width: 1265, height: 446), host).pageScale == 1, "beside a scroll bar")
        #expect(reading(Rect(x: 10, y: 153, width: 640, height: 446), host).pageScale == 1, "beside something else")
        #expect(reading(nil, host).pageScale == 1 && reading(host, nil).pageScale == 1)
        #expect(reading(.zero, host).pageScale == 1)
    }

    @Test("where nobody says where windows are, those that fill an output or what is left of it can be known")
    func guessed() {
        let left = Output(name: "A", frame: Rect(x: 0, y: 0, width: 360, height: 720))
        let right = Output(
            name: "B", frame: Rect(x: 360, y: 0, width: 1280, height: 800), scale: 2,
            workArea: Rect(x: 360, y: 30, width: 1280, height: 770))
        let usable = Rect(x: 0, y: 0, width: 360, height: 510)
        let all = GuessedWindows.all(on: [left, right], usable: usable)
        #expect(all.map(\.content) == [left.frame, usable, right.frame, right.workArea])
        #expect(
            all.map(\.states) == [
                ["maximized", "fullscreen"], ["maximized"], ["maximized", "fullscreen"], ["maximized"],
            ])
        #expect(all.map(\.output) == ["A", "A", "B", "B"])
        #expect(all.map(\.outputScale) == [1, 1, 2, 2])
        #expect(all.allSatisfy { $0.isGuess })
        #expect(GuessedWindows.all(on: [], usable: nil).isEmpty)
    }
}
