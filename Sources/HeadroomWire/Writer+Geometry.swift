import HeadroomBus
import HeadroomCore

/// The values of the contract that libdbus has no word for.
extension Writer {
    /// `(dddd)`
    mutating func rect(_ rect: Rect) throws(BusError) {
        try structure { members throws(BusError) in
            try members.double(rect.x)
            try members.double(rect.y)
            try members.double(rect.width)
            try members.double(rect.height)
        }
    }

    mutating func entry(_ key: StaticString, rect: Rect) throws(BusError) {
        try entry(key, Signatures.rect) { value throws(BusError) in try value.rect(rect) }
    }

    mutating func entry(_ key: StaticString, rects: [Rect]) throws(BusError) {
        try entry(key, Signatures.rects) { value throws(BusError) in
            try value.array(Signatures.rect) { members throws(BusError) in
                for rect in rects { try members.rect(rect) }
            }
        }
    }

    mutating func entry(_ key: StaticString, doubles: [Double]) throws(BusError) {
        try entry(key, "ad") { value throws(BusError) in try value.doubles(doubles) }
    }

    mutating func entry(_ key: StaticString, strings: [String]) throws(BusError) {
        try entry(key, "as") { value throws(BusError) in try value.strings(strings) }
    }
}
