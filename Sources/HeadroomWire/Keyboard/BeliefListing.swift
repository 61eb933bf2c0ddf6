package import HeadroomBus
package import HeadroomCore

/// One line of what ListBeliefs answers: who is believed for one field of the published keyboard, and why.
package struct BeliefListing: Sendable, Hashable {
    /// `visible`, `occluded`, `frame`, `output`, `placement`, `candidate-bar`, `room-below-caret` or `engine`. Open.
    package var field: String
    /// `provider`, `observer` or `inherited`. Open.
    package var kind: String
    /// The provider's or the observer's name.
    package var name: String
    /// The names of the daemon's deciders without which that would be otherwise.
    package var because: [String]

    package init(field: String, kind: String, name: String, because: [String]) {
        self.field = field
        self.kind = kind
        self.name = name
        self.because = because
    }

    package init(_ belief: Arbiter.Belief) {
        let kind =
            switch belief.source.kind {
            case .provider: "provider"
            case .observer: "observer"
            case .inherited: "inherited"
            }
        self.init(field: belief.field.rawValue, kind: kind, name: belief.source.name, because: belief.because)
    }
}

extension [BeliefListing] {
    package func write(to writer: inout Writer) throws(BusError) {
        try writer.array("(sssa{sv})") { list throws(BusError) in
            for belief in self {
                try list.structure { members throws(BusError) in
                    try members.string(belief.field)
                    try members.string(belief.kind)
                    try members.string(belief.name)
                    try members.dictionary { keys throws(BusError) in
                        if !belief.because.isEmpty { try keys.entry("because", strings: belief.because) }
                    }
                }
            }
        }
    }

    package init(_ reader: inout Reader) throws(BusError) {
        var beliefs: [BeliefListing] = []
        try reader.array("(sssa{sv})") { list throws(BusError) in
            let belief = try list.structure { members throws(BusError) in
                var belief = BeliefListing(
                    field: try members.string(), kind: try members.string(), name: try members.string(), because: [])
                try members.dictionary { name, value throws(BusError) in
                    if name == "because" { belief.because = (try? value.strings()) ?? [] }
                }
                return belief
            }
            beliefs.append(belief)
        }
        self = beliefs
    }
}
