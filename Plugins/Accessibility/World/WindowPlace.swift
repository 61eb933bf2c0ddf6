import HeadroomBus
import HeadroomCore

/// How the places in an application's windows are asked for, and what they mean.
final class WindowPlace {
    /// A place that is known.
    struct Placed: Hashable, Sendable {
        var projection = Projection()
        /// As ``Measurement/windowStates``.
        var states: [String] = []
        /// As ``Measurement/output``.
        var output = ""
    }

    /// What one look has found.
    struct Seen: Hashable, Sendable {
        /// Nil: the application answers too little.
        var reading: Reading?
        /// Nil: nobody can say.
        var place: Placed?
        /// Whether what the application says of its window fits; it may not have followed a new size yet.
        var isSettled: Bool
        /// In which space it was asked.
        var space: Space
        /// As ``Survey/isRangeWhole``.
        var isRangeWhole: Bool
        /// When the look began.
        var time: UInt64
    }

    private enum Answer {
        case placed(Placed)
        /// What the application says of its window does not fit; what it is in the end.
        case unsettled(Placed?)
    }

    let toolkit: Toolkit
    private let process: UInt32
    private let source: any WindowSource
    private let bus: AccessibilityBus
    /// What a window's content is, as the application says, where that was searched for.
    private var contents: [Question: Rect] = [:]

    private struct Question: Hashable {
        let frame: Rect
        let size: Size
    }

    /// How many contents are remembered.
    private static let mostContents = 16

    init(_ bus: AccessibilityBus, _ toolkit: Toolkit, process: UInt32, source: any WindowSource) {
        self.bus = bus
        self.toolkit = toolkit
        self.process = process
        self.source = source
    }

    /// Takes a look at a field and what it lies in. `done` is called once, later; with nil if it is in an application in which
    /// nothing is moved. `overlay`: what stands in front of it.
    func look(at lineage: Lineage, under overlay: Accessible?, _ done: @escaping (Seen?) -> Void) {
        guard toolkit != .other else { return bus.loop.later { done(nil) } }
        source.windows(of: process) { [self] windows in
            // GTK 4 knows no place but in its window, the shadow around that not counted.
            let space = toolkit == .gtk4 ? Space.window : .screen
            let time = bus.loop.now
            let pixel = { [toolkit] in WindowPlace.pixel(of: toolkit, frame: $0, windows) }
            _ = Look(bus, at: lineage, under: overlay, in: space, pixel: pixel) { [self] reading in
                place(windows, lineage.window, space, frame: reading?.window) { [self] answer in
                    var seen = Seen(
                        reading: reading, isSettled: true, space: space, isRangeWhole: toolkit == .gtk4, time: time)
                    switch answer {
                    case .placed(let place): seen.place = place
                    case .unsettled(let place): (seen.place, seen.isSettled) = (place, false)
                    }
                    done(seen)
                }
            }
        }
    }

    /// How large screens are painted that are believed: a place times one of them is a number that the bus has. (chosen)
    private static let scales = 0.25...16

    /// As ``Reading/pixel``, of a window with this frame, as its application says.
    static func pixel(of toolkit: Toolkit, frame: Rect?, _ windows: Windows) -> Double {
        guard toolkit == .gecko, let frame else { return 1 }
        let pixel: Double
        switch windows {
        case .onScreen(let seen): pixel = seen.map { Projection.scale(real: $0.content.width, told: frame.width) } ?? 1
        case .surfaces(let all):
            pixel = (all.first { $0.content.size.isNear(frame.size) } ?? all.first)?.outputScale ?? 1
        }
        return scales.contains(pixel) ? pixel : 1
    }

    /// Where a window is, now that its application has said what it knows of it.
    private func place(
        _ windows: Windows, _ window: Accessible, _ space: Space, frame: Rect?, _ answer: @escaping (Answer) -> Void
    ) {
        switch windows {
        case .onScreen(let seen):
            let isRelative = space == .window
            guard let seen else { return answer(isRelative ? .unsettled(nil) : .placed(Placed())) }
            let scale = frame.map { Projection.scale(real: seen.content.width, told: $0.width) } ?? 1
            let projection =
                isRelative
                ? frame.map { Projection($0, on: seen.content, scale: scale) } : Projection(scale: scale)
            answer(projection.map { .placed(Placed($0, seen)) } ?? .unsettled(nil))
        case .surfaces(let windows):
            guard let frame else { return answer(.unsettled(nil)) }
            place(windows[...], among: windows, window, space, frame, answer)
        }
    }

    /// Tries one after the other, until one has the size that the application says.
    private func place(
        _ windows: ArraySlice<SeenWindow>, among all: [SeenWindow], _ window: Accessible, _ space: Space, _ frame: Rect,
        _ answer: @escaping (Answer) -> Void
    ) {
        guard let seen = windows.first else {
            // A client that is too large for its tile begins where that begins. Which of several it is, or how much of a
            // floating one is shadow, nobody can say.
            guard all.count == 1, let only = all.first, !only.isGuess, !only.states.contains("floating") else {
                return answer(.unsettled(nil))
            }
            return answer(.unsettled(Placed(Projection(frame, on: only.content, scale: scale(frame, only)), only)))
        }
        let scale = scale(frame, seen)
        let size = Size(width: seen.content.width / scale, height: seen.content.height / scale)
        if frame.size.isNear(size) {
            return answer(.placed(Placed(Projection(frame, on: seen.content, scale: scale), seen)))
        }
        content(of: window, frame, space, size) { [self] inside in
            guard let inside else {
                return place(windows.dropFirst(), among: all, window, space, frame, answer)
            }
            answer(.placed(Placed(Projection(inside, on: seen.content, scale: scale), seen)))
        }
    }

    private func scale(_ frame: Rect, _ seen: SeenWindow) -> Double {
        Projection.scale(real: seen.content.width, told: frame.width, outputScale: seen.outputScale ?? 1)
    }

    private func content(
        of window: Accessible, _ frame: Rect, _ space: Space, _ size: Size, _ answer: @escaping (Rect?) -> Void
    ) {
        // Nothing in a window is larger than it.
        guard frame.width >= size.width, frame.height >= size.height else { return answer(nil) }
        let question = Question(frame: frame, size: size)
        if let known = contents[question] { return answer(known) }
        _ = ContentSearch(bus, in: window, frame, space, size: size) { [self] rect in
            if let rect {
                if contents.count >= WindowPlace.mostContents { contents = [:] }
                contents[question] = rect
            }
            answer(rect)
        }
    }
}

extension WindowPlace.Placed {
    fileprivate init(_ projection: Projection, _ seen: SeenWindow) {
        self.init(projection: projection, states: seen.states, output: seen.output)
    }
}

/// What an application is made with, as far as that makes a difference here.
enum Toolkit: Hashable, Sendable {
    case gtk3
    case gtk4
    case qt
    case chromium
    case gecko
    /// One in which nothing is moved.
    case other

    /// By `ToolkitName` of its Application interface.
    init(name: String?) {
        switch name {
        case "gtk": self = .gtk3
        case "GTK": self = .gtk4
        case "Qt": self = .qt
        case "Chromium": self = .chromium
        case "Gecko": self = .gecko
        case _: self = .other
        }
    }
}
