package import HeadroomBus

/// One line of what ListCandidates answers: an engine, how room for its candidates is held, and what was learned of them.
package struct CandidateListing: Sendable, Hashable {
    /// As in the `engine` detail; empty: nobody knows it.
    package var engine: String
    /// Whether it is the one that is written with.
    package var isActive = false
    /// Whether an observer or a provider speaks of it now.
    package var isRunning = false
    /// `auto`, `follow`, `sticky` or `reserve`: the policy that is set. Open.
    package var policy = ""
    /// `follow`, `sticky` or `reserve`: what it comes to. Open.
    package var acts = ""
    /// A sentence for people: where the policy is set, and why it comes to that.
    package var why = ""
    /// What was learned; nil: nothing.
    package var learned: Learned?

    /// What was learned of one engine on one keyboard and output.
    package struct Learned: Sendable, Hashable {
        package var keyboard = ""
        package var output = ""
        /// How many candidates a page has, and how they stand (`horizontal`, `vertical`, `system`); 0 and empty: unknown.
        package var pageSize: UInt32 = 0
        package var layout = ""
        /// What is expected of the bar, and of the room below the caret, in px; 0: none was seen to stand.
        package var barHeight = 0.0
        package var roomBelowCaret = 0.0
        /// A row of a table in its window, in px; 0: not seen.
        package var rowHeight = 0.0
        /// Whether candidates came and went within a session.
        package var hasToggled = false

        package init() {}
    }

    package init(engine: String) { self.engine = engine }
}

extension [CandidateListing] {
    package func write(to writer: inout Writer) throws(BusError) {
        try writer.array("(sa{sv})") { list throws(BusError) in
            for entry in self {
                try list.structure { members throws(BusError) in
                    try members.string(entry.engine)
                    try members.dictionary { keys throws(BusError) in try entry.write(to: &keys) }
                }
            }
        }
    }

    package init(_ reader: inout Reader) throws(BusError) {
        var entries: [CandidateListing] = []
        try reader.array("(sa{sv})") { list throws(BusError) in
            let entry = try list.structure { members throws(BusError) in
                var entry = CandidateListing(engine: try members.string())
                try members.dictionary { name, value throws(BusError) in try? entry.take(name, &value) }
                return entry
            }
            entries.append(entry)
        }
        self = entries
    }
}

extension CandidateListing {
    fileprivate func write(to keys: inout Writer) throws(BusError) {
        if isActive { try keys.entry("active", bool: true) }
        if isRunning { try keys.entry("running", bool: true) }
        try keys.entry("policy", string: policy)
        try keys.entry("acts", string: acts)
        if !why.isEmpty { try keys.entry("why", string: why) }
        guard let learned else { return }
        try keys.entry("keyboard", string: learned.keyboard)
        try keys.entry("output", string: learned.output)
        if !learned.layout.isEmpty {
            try keys.entry("page-size", uint32: learned.pageSize)
            try keys.entry("layout", string: learned.layout)
        }
        try keys.entry("bar-height", double: learned.barHeight)
        try keys.entry("room-below-caret", double: learned.roomBelowCaret)
        if learned.rowHeight > 0 { try keys.entry("row-height", double: learned.rowHeight) }
        if learned.hasToggled { try keys.entry("toggles", bool: true) }
    }

    /// Takes one detail; throws where its value cannot be used.
    fileprivate mutating func take(_ name: Text, _ value: inout Reader) throws(BusError) {
        var learned = learned ?? Learned()
        switch name {
        case "active": isActive = try value.bool()
        case "running": isRunning = try value.bool()
        case "policy": policy = try value.string()
        case "acts": acts = try value.string()
        case "why": why = try value.string()
        case "keyboard": learned.keyboard = try value.string()
        case "output": learned.output = try value.string()
        case "page-size": learned.pageSize = try value.uint32()
        case "layout": learned.layout = try value.string()
        case "bar-height": learned.barHeight = try value.height("bar-height")
        case "room-below-caret": learned.roomBelowCaret = try value.height("room-below-caret")
        case "row-height": learned.rowHeight = try value.height("row-height")
        case "toggles": learned.hasToggled = try value.bool()
        default: break
        }
        if self.learned != nil || learned != Learned() { self.learned = learned }
    }
}
