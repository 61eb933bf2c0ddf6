package import HeadroomBus

/// One line of what ListObservers answers (contract, section 2).
package struct ObserverListing: Sendable, Hashable {
    package var name: String
    /// `active`, `waiting` or `unavailable`. Open: take any other word as `unavailable`.
    package var availability: String
    /// A sentence for people; may be empty.
    package var why: String
    /// For what it is believed now, for people.
    package var believedFor: [String]

    package init(name: String, availability: String, why: String, believedFor: [String] = []) {
        self.name = name
        self.availability = availability
        self.why = why
        self.believedFor = believedFor
    }
}

extension [ObserverListing] {
    package func write(to writer: inout Writer) throws(BusError) {
        try writer.array("(ssa{sv})") { list throws(BusError) in
            for observer in self {
                try list.structure { members throws(BusError) in
                    try members.string(observer.name)
                    try members.string(observer.availability)
                    try members.dictionary { keys throws(BusError) in
                        try keys.entry("why", string: observer.why)
                        if !observer.believedFor.isEmpty {
                            try keys.entry("believed-for", strings: observer.believedFor)
                        }
                    }
                }
            }
        }
    }

    package init(_ reader: inout Reader) throws(BusError) {
        var observers: [ObserverListing] = []
        try reader.array("(ssa{sv})") { list throws(BusError) in
            let observer = try list.structure { members throws(BusError) in
                var observer = ObserverListing(
                    name: try members.string(), availability: try members.string(), why: "")
                try members.dictionary { name, value throws(BusError) in
                    switch name {
                    case "why": observer.why = (try? value.string()) ?? ""
                    case "believed-for": observer.believedFor = (try? value.strings()) ?? []
                    default: break
                    }
                }
                return observer
            }
            observers.append(observer)
        }
        self = observers
    }
}
