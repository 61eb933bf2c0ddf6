import HeadroomCore

@testable import ObserverLayerShell

/// A compositor's layer layout, as far as reserving goes, with one ``OutputMachine`` as its client.
///
/// It lays out as wlroots does: overlay, top, bottom layer, in each the surfaces that reserve, each within what the ones
/// before left free; the markers among them reserve nothing.
struct SimulatedCompositor {
    struct Surface: Hashable {
        var name: String
        var layer: Int  // as in the protocol: 0 background, 1 bottom, 2 top, 3 overlay
        var edge: Edge
        var zone: Int
    }

    private enum Entry: Hashable {
        case surface(Surface)
        case marker(Marker)
    }

    private enum Event {
        case configured(Marker, width: Int, height: Int)
        case locate(Marker)
    }

    var size: (width: Int, height: Int)
    /// sway 1.7: newest surface of a layer first; phoc and later wlroots: oldest first.
    let newestFirst: Bool
    /// sway configures all surfaces whenever it lays out; phoc those whose size changed.
    let repeatsConfigures: Bool
    /// Whether each event is handled in a batch of its own.
    let oneByOne: Bool

    private(set) var machine: OutputMachine
    private(set) var time: UInt64 = 1_000_000
    private(set) var made = 0
    /// Readings as they were published.
    private(set) var published: [OutputMachine.Reading?] = []
    private var entries: [Entry] = []
    private var sent: [Marker: (width: Int, height: Int)] = [:]
    private var queue: [Event] = []

    init(width: Int, height: Int, newestFirst: Bool, repeatsConfigures: Bool = true, oneByOne: Bool = false) {
        self.size = (width, height)
        self.newestFirst = newestFirst
        self.repeatsConfigures = repeatsConfigures
        self.oneByOne = oneByOne
        machine = OutputMachine(frame: Rect(x: 0, y: 0, width: Double(width), height: Double(height)))
    }

    // MARK: - What programs do

    mutating func add(_ surface: Surface) {
        entries.append(.surface(surface))
        arrange()
    }

    mutating func remove(_ name: String) {
        entries.removeAll { if case .surface(let surface) = $0 { surface.name == name } else { false } }
        arrange()
    }

    mutating func change(_ name: String, _ body: (inout Surface) -> Void) {
        for (index, entry) in entries.enumerated() {
            guard case .surface(var surface) = entry, surface.name == name else { continue }
            body(&surface)
            entries[index] = .surface(surface)
        }
        arrange()
    }

    /// The compositor resizes its output; `tellFirst` says whether the client hears of it before the configures.
    mutating func resize(width: Int, height: Int) {
        size = (width, height)
        perform(machine.outputChanged(frame: Rect(x: 0, y: 0, width: Double(width), height: Double(height)), at: time))
        arrange()
    }

    // MARK: - What the machine does

    /// How many markers there are.
    var markers: Int { sent.count }

    /// Lets time pass: what is under way arrives, and deadlines up to then come.
    mutating func pass(microseconds: UInt64) {
        let end = time + microseconds
        deliver()
        while let deadline = machine.deadline, deadline <= end {
            time = max(time, deadline)
            perform(machine.passed(time))
            deliver()
        }
        time = end
    }

    mutating func start() {
        perform(machine.begin(at: time))
        settle()
    }

    /// Delivers events until there are none, then lets deadlines pass until there are none.
    mutating func settle() {
        var turns = 0
        repeat {
            turns += 1
            deliver()
            guard let deadline = machine.deadline, queue.isEmpty else { continue }
            time = max(time, deadline)
            perform(machine.passed(time))
        } while (!queue.isEmpty || machine.deadline != nil) && turns < 200
    }

    private mutating func deliver() {
        while !queue.isEmpty {
            let batch = oneByOne ? [queue.removeFirst()] : queue
            if !oneByOne { queue = [] }
            time += 100
            for event in batch {
                switch event {
                case .configured(let marker, let width, let height):
                    machine.configured(marker, width: width, height: height, at: time)
                case .locate(let marker):
                    guard let area = areas().markers[marker] else { continue }
                    perform(machine.located(marker, x: -area.left, y: -area.top, at: time))
                }
            }
            perform(machine.batchEnded(at: time))
        }
    }

    private mutating func perform(_ actions: [OutputMachine.Action]) {
        for action in actions {
            switch action {
            case .create(let marker):
                made += 1
                entries.append(.marker(marker))
                arrange(including: marker)
            case .destroy(let marker):
                entries.removeAll { $0 == .marker(marker) }
                sent[marker] = nil
                arrange()
            case .locate(let marker): queue.append(.locate(marker))
            case .publish: published.append(machine.reading)
            }
        }
    }

    // MARK: - The layout

    private mutating func arrange(including new: Marker? = nil) {
        for (marker, insets) in areas().markers.sorted(by: { $0.key.number < $1.key.number }) {
            let width = size.width - insets.left - insets.right
            let height = size.height - insets.top - insets.bottom
            let isSame = sent[marker].map { $0 == (width, height) } ?? false
            guard repeatsConfigures || !isSame || marker == new else { continue }
            sent[marker] = (width, height)
            queue.append(.configured(marker, width: width, height: height))
        }
    }

    /// Where everything is now.
    func areas() -> (markers: [Marker: Insets], frames: [String: Rect], usable: Insets) {
        var area = Insets.zero
        var markers: [Marker: Insets] = [:]
        var frames: [String: Rect] = [:]
        let output = Rect(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
        for layer in [3, 2, 1, 0] {
            for entry in newestFirst ? entries.reversed() : entries {
                switch entry {
                case .surface(let surface) where surface.layer == layer && surface.zone > 0:
                    let place = area.area(of: output)
                    area[surface.edge] += surface.zone
                    let rest = area.area(of: output)
                    frames[surface.name] =
                        switch surface.edge {
                        case .top: Rect(left: place.left, top: place.top, right: place.right, bottom: rest.top)
                        case .bottom: Rect(left: place.left, top: rest.bottom, right: place.right, bottom: place.bottom)
                        case .left: Rect(left: place.left, top: place.top, right: rest.left, bottom: place.bottom)
                        case .right: Rect(left: rest.right, top: place.top, right: place.right, bottom: place.bottom)
                        }
                case .marker(let marker) where marker.layer == .overlay && layer == 3: markers[marker] = area
                case .marker(let marker) where marker.layer == .top && layer == 2: markers[marker] = area
                case .surface, .marker: break
                }
            }
        }
        for case .marker(let marker) in entries where marker.layer == .last { markers[marker] = area }
        return (markers, frames, area)
    }
}
