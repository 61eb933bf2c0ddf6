package import HeadroomBus
import HeadroomCore

/// The property Outputs, `a(s(dddd)a{sv})` (contract, section 2).
extension [Output] {
    package func write(to writer: inout Writer) throws(BusError) {
        try writer.array("(s(dddd)a{sv})") { list throws(BusError) in
            for output in self {
                try list.structure { members throws(BusError) in try output.write(to: &members) }
            }
        }
    }

    /// Reads them as a client does; an output whose name or frame cannot be used is left out.
    package init(_ reader: inout Reader) throws(BusError) {
        var outputs: [Output] = []
        try reader.array(nil) { list throws(BusError) in
            guard outputs.count < Limits.members else { return }
            let output = try list.structure { members throws(BusError) in try? Output(&members) }
            if let output { outputs.append(output) }
        }
        self = outputs
    }
}

extension Output {
    fileprivate func write(to writer: inout Writer) throws(BusError) {
        try writer.string(name)
        try writer.rect(frame)
        try writer.dictionary { keys throws(BusError) in
            try keys.entry("scale", double: scale)
            try keys.entry("transform", string: transform.rawValue)
            if let workArea { try keys.entry("work-area", rect: workArea) }
            if let deviceFrame { try keys.entry("device-frame", rect: deviceFrame) }
            if !aliases.isEmpty { try keys.entry("aliases", strings: aliases) }
            if isPrimary { try keys.entry("primary", bool: true) }
        }
    }

    fileprivate init(_ reader: inout Reader) throws(BusError) {
        self.init(name: try reader.string(), frame: try reader.frame("Outputs"))
        try reader.dictionary { name, value throws(BusError) in
            try? take(name, &value)
        }
    }

    /// Takes one detail; throws where its value cannot be used.
    private mutating func take(_ name: Text, _ value: inout Reader) throws(BusError) {
        switch name {
        case "scale":
            let number = try value.finite("scale")
            if number > 0 { scale = number }
        case "transform": transform = Transform(rawValue: try value.string()) ?? .normal
        case "work-area": workArea = try value.frame("work-area")
        case "device-frame": deviceFrame = try value.frame("device-frame")
        case "aliases": aliases = try value.strings("aliases")
        case "primary": isPrimary = try value.bool()
        default: break
        }
    }
}
