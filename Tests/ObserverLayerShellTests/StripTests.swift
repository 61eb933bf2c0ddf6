import HeadroomCore
import Testing

@testable import ObserverLayerShell

/// Panels and keyboards in every order against the simulated compositor, in both orders of layout: what appeared after the
/// first look is exact to the pixel.
@Suite struct StripTests {
    typealias Surface = SimulatedCompositor.Surface

    /// What may happen, in every order.
    enum Step: CaseIterable {
        case topPanel, bottomPanel, lowPanel, overlayPanel, keyboard, overlayKeyboard, taller, flip, hide
    }

    static let surfaces: [Step: Surface] = [
        .topPanel: Surface(name: "topPanel", layer: 2, edge: .top, zone: 32),
        .bottomPanel: Surface(name: "bottomPanel", layer: 2, edge: .bottom, zone: 40),
        .lowPanel: Surface(name: "lowPanel", layer: 1, edge: .bottom, zone: 24),
        .overlayPanel: Surface(name: "overlayPanel", layer: 3, edge: .bottom, zone: 18),
    ]

    static func apply(_ step: Step, to desktop: inout SimulatedCompositor) {
        let frames = desktop.areas().frames
        switch step {
        case .topPanel, .bottomPanel, .lowPanel, .overlayPanel:
            guard let surface = surfaces[step] else { return }
            if frames[surface.name] == nil { desktop.add(surface) } else { desktop.remove(surface.name) }
        case .keyboard, .overlayKeyboard:
            guard frames["keyboard"] == nil else { return }
            desktop.add(Surface(name: "keyboard", layer: step == .keyboard ? 2 : 3, edge: .bottom, zone: 210))
        case .taller: desktop.change("keyboard") { $0.zone += 37 }
        case .flip: desktop.change("keyboard") { $0.edge = $0.edge == .bottom ? .top : .bottom }
        case .hide: desktop.remove("keyboard")
        }
        desktop.settle()
    }

    static func strips(_ desktop: SimulatedCompositor) -> [Rect] {
        guard let reading = desktop.machine.reading else { return [] }
        return reading.strips.map { $0.frame(on: reading.frame) }
    }

    /// Every sequence of `depth` steps.
    static func sequences(_ depth: Int) -> [[Step]] {
        (0..<depth).reduce([[]]) { known, _ in known.flatMap { one in Step.allCases.map { one + [$0] } } }
    }

    @Test(arguments: [true, false], [true, false])
    func everythingNewIsExact(newestFirst: Bool, repeatsConfigures: Bool) throws {
        var looked = 0
        for sequence in StripTests.sequences(4) {
            var desktop = SimulatedCompositor(
                width: 360, height: 720, newestFirst: newestFirst, repeatsConfigures: repeatsConfigures,
                oneByOne: looked.isMultiple(of: 2))
            desktop.start()
            var since: UInt64?
            for (index, step) in sequence.enumerated() {
                // A keyboard that changes edges without changing sizes shows only where configures are repeated.
                if step == .flip, !repeatsConfigures { continue }
                StripTests.apply(step, to: &desktop)
                let done = "\(sequence[...index])"
                let areas = desktop.areas()
                let output = Rect(x: 0, y: 0, width: 360, height: 720)
                try #require(desktop.machine.reading?.usable == areas.usable.area(of: output), "\(done)")
                let truth = Set(areas.frames.values)
                try #require(Set(StripTests.strips(desktop)) == truth, "\(done)")
                let keyboard = desktop.machine.reading?.strips.first { $0.frame(on: output) == areas.frames["keyboard"] }
                try #require((keyboard == nil) == (areas.frames["keyboard"] == nil))
                if let keyboard, let since { try #require(keyboard.since == since, "the same keyboard: \(done)") }
                since = keyboard?.since
                looked += 1
            }
        }
        #expect(looked == (repeatsConfigures ? 26_244 : 23_328))
    }
}
