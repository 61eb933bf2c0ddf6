import HeadroomCore

/// A desktop as several sources see it. Times in ms; each source's newest facts are all that it says.
struct Desk {
    static let one = Output(name: "one", frame: Rect(x: 0, y: 0, width: 1280, height: 800))
    static let two = Output(name: "two", frame: Rect(x: 1280, y: 0, width: 1280, height: 800))
    static let osk = Source.observer("OSK0")
    static let layers = Source.observer("LayerShell")
    static let strip = Rect(x: 0, y: 540, width: 1280, height: 260)

    static func provider(_ connection: UInt64 = 1, _ name: String = "simulated") -> Source {
        Source(kind: .provider, name: name, connection: connection)
    }

    var arbiter = Arbiter()
    var answer = KeyboardFacts()

    /// A keyboard that says only whether it is visible, as `sm.puri.OSK0` does.
    static func flag(_ isVisible: Bool, since: UInt64, name: String = "squeekboard", isPresent: Bool = true) -> Facts {
        Facts(
            keyboard: KeyboardWitness(
                name: name, isPresent: isPresent, isVisible: isVisible, since: since * 1000, canShow: true,
                canHide: true))
    }

    /// A keyboard that says where it is.
    static func framed(
        _ frame: Rect, since: UInt64 = 0, isVisible: Bool = true, knowledge: Knowledge = .measured,
        name: String = "simulated"
    ) -> Facts {
        Facts(
            keyboard: KeyboardWitness(
                name: name, isVisible: isVisible, since: since * 1000, frame: .rect(frame), knowledge: knowledge))
    }

    /// What the compositor reserves on `outputs`; strips at the bottom, on the output in which they lie.
    static func areas(
        _ strips: [(frame: Rect, since: UInt64)] = [], outputs: [Output] = [one], isFullscreen: Bool = false,
        isWhole: Bool = true
    ) -> Facts {
        let areas = outputs.map { output in
            let own = strips.filter { !$0.frame.intersection(output.frame).isEmpty }
            let reserved = own.reduce(0) { $0 + $1.frame.height }
            var usable = output.frame
            usable.height -= reserved
            return OutputArea(
                output: output.name, usable: usable,
                strips: own.map {
                    ReservedStrip(
                        frame: $0.frame, edge: .bottom, since: $0.since * 1000, changed: $0.since * 1000,
                        isWhole: isWhole)
                }, isFullscreen: isFullscreen, compositorAvoids: ["maximized", "tiled"])
        }
        return Facts(areas: areas, outputs: outputs)
    }

    @discardableResult
    mutating func says(_ source: Source, _ facts: Facts?, at time: UInt64 = 0) -> KeyboardFacts {
        answer = arbiter.update(source, facts, at: time * 1000)
        return answer
    }

    /// The one who is believed for `field`, and why.
    func belief(_ field: Arbiter.Field) -> Arbiter.Belief? { arbiter.beliefs().first { $0.field == field } }

    /// Whether somebody would see a keyboard by these facts.
    var isSeen: Bool {
        guard answer.isPresent, answer.isFlagged, !answer.isOccluded else { return false }
        switch answer.frame {
        case .unknown: return true
        case .none: return false
        case .rect(let frame):
            let outputs = arbiter.outputs
            return !frame.isEmpty && (outputs.isEmpty || outputs.holding(frame) != nil)
        }
    }
}
