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

    /// Runs a sequence and compares every state with the layout.
    static func run(
        _ sequence: [Step], newestFirst: Bool, repeatsConfigures: Bool, oneByOne: Bool
    ) throws {
        var desktop = SimulatedCompositor(
            width: 360, height: 720, newestFirst: newestFirst, repeatsConfigures: repeatsConfigures, oneByOne: oneByOne)
        desktop.start()
        let output = Rect(x: 0, y: 0, width: 360, height: 720)
        var since: UInt64?
        for (index, step) in sequence.enumerated() {
            // A keyboard that changes edges without changing sizes shows only where configures are repeated.
            if step == .flip, !repeatsConfigures { continue }
            apply(step, to: &desktop)
            let done = "\(sequence[...index])"
            let areas = desktop.areas()
            let reading = desktop.machine.reading
            try #require(reading?.usable == areas.usable.area(of: output), "\(done)")
            try #require(Set(strips(desktop)) == Set(areas.frames.values), "\(done)")
            let keyboard = reading?.strips.first { $0.frame(on: output) == areas.frames["keyboard"] }
            try #require((keyboard == nil) == (areas.frames["keyboard"] == nil), "\(done)")
            if let keyboard, let since { try #require(keyboard.since == since, "the same keyboard: \(done)") }
            since = keyboard?.since
            try #require(desktop.markers <= 2 * OutputMachine.mostMarkers + 1)
        }
    }

    @Test(arguments: [true, false], [true, false])
    func everyShortSequenceIsExact(newestFirst: Bool, repeatsConfigures: Bool) throws {
        for (index, sequence) in StripTests.sequences(3).enumerated() {
            try StripTests.run(
                sequence, newestFirst: newestFirst, repeatsConfigures: repeatsConfigures,
                oneByOne: index.isMultiple(of: 2))
        }
    }

    @Test(arguments: [true, false], [true, false])
    func longWalksAreExact(newestFirst: Bool, repeatsConfigures: Bool) throws {
        var generator = SplitMix(state: 3)
        for index in 0..<60 {
            let walk = (0..<25).map { _ in Step.allCases.randomElement(using: &generator) ?? .hide }
            try StripTests.run(
                walk, newestFirst: newestFirst, repeatsConfigures: repeatsConfigures, oneByOne: index.isMultiple(of: 2))
        }
    }
}
