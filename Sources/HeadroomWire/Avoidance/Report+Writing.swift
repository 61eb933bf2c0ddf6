package import HeadroomBus
import HeadroomCore

extension Report {
    /// Writes the six arguments of Report and Reported.
    package func write(to writer: inout Writer) throws(BusError) {
        try writer.uint64(plugin)
        try writer.uint64(serial)
        try writer.string(subject)
        try writer.string(outcome.rawValue)
        try writer.structure { members throws(BusError) in
            try members.double(shift.x)
            try members.double(shift.y)
        }
        try writer.dictionary { keys throws(BusError) in try details.write(to: &keys) }
    }
}

extension Report.Details {
    fileprivate func write(to keys: inout Writer) throws(BusError) {
        if !output.isEmpty { try keys.entry("output", string: output) }
        if let target { try keys.entry("target", rect: target) }
        if let residual { try keys.entry("residual", double: residual) }
        if let latencyUS { try keys.entry("latency-us", uint64: latencyUS) }
        guard !parts.isEmpty else { return }
        try keys.entry("parts", "a(sd)") { value throws(BusError) in
            try value.array("(sd)") { list throws(BusError) in
                for part in parts {
                    try list.structure { members throws(BusError) in
                        try members.string(part.level)
                        try members.double(part.amount)
                    }
                }
            }
        }
    }
}

extension [Report] {
    /// What ListReports answers.
    package func write(to writer: inout Writer) throws(BusError) {
        try writer.array("(ttss(dd)a{sv})") { list throws(BusError) in
            for report in self { try list.structure { members throws(BusError) in try report.write(to: &members) } }
        }
    }

    package init(_ reader: inout Reader) throws(BusError) {
        var reports: [Report] = []
        try reader.array("(ttss(dd)a{sv})") { list throws(BusError) in
            reports.append(try list.structure { members throws(BusError) in try Report(&members) })
        }
        self = reports
    }
}
