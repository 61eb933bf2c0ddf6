import HeadroomBus
import HeadroomCore
import HeadroomWire
import Testing

@Suite("Publish refuses, naming the key") struct ProviderRefusalTests {
    private func rect(_ x: Double, _ y: Double, _ width: Double, _ height: Double) throws(BusError) -> ProviderUpdate {
        try published("frame", "(dddd)") { value throws(BusError) in
            try value.structure { members throws(BusError) in
                for number in [x, y, width, height] { try members.double(number) }
            }
        }
    }

    @Test("Rectangles that are none")
    func rectangles() {
        expectRefusal("InvalidArgument", "frame: x is not a finite number") { () throws(BusError) in
            try rect(.nan, 0, 1, 1)
        }
        expectRefusal("InvalidArgument", "frame: height is not a finite number") { () throws(BusError) in
            try rect(0, 0, 1, .infinity)
        }
        expectRefusal("InvalidArgument", "frame: width -1.0 is negative") { () throws(BusError) in
            try rect(0, 0, -1, 1)
        }
        expectRefusal("InvalidArgument", "frame: y -1000000.5 is beyond 1000000.0") { () throws(BusError) in
            try rect(0, -1_000_000.5, 1, 1)
        }
        #expect(throws: Never.self) { try rect(-1e6, 1e6, 1e6, 0) }
    }

    @Test("Rectangles with another number of members", arguments: [0, 3, 5, 1_000])
    func rectangleCounts(count: Int) {
        expectRefusal("InvalidArgument", "frame: a rectangle has four numbers") { () throws(BusError) in
            try published("frame", "ad") { value throws(BusError) in
                try value.doubles(Array(repeating: 1, count: count))
            }
        }
        guard (1...5).contains(count) else { return }
        expectRefusal("InvalidArgument", "frame: a rectangle has four numbers") { () throws(BusError) in
            try published("frame", try Signature("(" + String(repeating: "i", count: count) + ")")) {
                value throws(BusError) in
                try value.structure { members throws(BusError) in
                    for _ in 0..<count { try members.int32(1) }
                }
            }
        }
    }

    @Test("Rectangles of another type")
    func rectangleTypes() {
        expectRefusal("InvalidArgument", "frame: expected a rectangle, found the type s") { () throws(BusError) in
            try published { keys throws(BusError) in try keys.entry("frame", string: "0,0,1,1") }
        }
        expectRefusal("InvalidArgument", "frame: expected a number, found the type s") { () throws(BusError) in
            try published("frame", "as") { value throws(BusError) in try value.strings(["0", "0", "1", "1"]) }
        }
        expectRefusal("InvalidArgument", "frame: a rectangle has x, y, width and height") { () throws(BusError) in
            try published("frame", "a{sv}") { value throws(BusError) in
                try value.dictionary { members throws(BusError) in
                    try members.entry("x", double: 1)
                    try members.entry("y", double: 1)
                    try members.entry("w", double: 1)
                    try members.entry("h", double: 1)
                }
            }
        }
        expectRefusal("InvalidArgument", "frame: expected a rectangle, found the type a{iv}") { () throws(BusError) in
            try published("frame", "a{iv}") { value throws(BusError) in
                try value.array("{iv}") { _ throws(BusError) in }
            }
        }
    }

    @Test("Numbers out of range or none")
    func numbers() {
        func one(_ key: StaticString, _ number: Double) throws(BusError) -> ProviderUpdate {
            try published { keys throws(BusError) in try keys.entry(key, double: number) }
        }
        expectRefusal("InvalidArgument", "duration-ms: -1.0 is outside 0.0 to 10000.0") { () throws(BusError) in
            try one("duration-ms", -1)
        }
        expectRefusal("InvalidArgument", "duration-ms: 10000.5 is outside 0.0 to 10000.0") { () throws(BusError) in
            try one("duration-ms", 10_000.5)
        }
        expectRefusal("InvalidArgument", "duration-ms: nan is not a finite number") { () throws(BusError) in
            try one("duration-ms", .nan)
        }
        expectRefusal("InvalidArgument", "candidate-bar-height: -0.5 is outside 0.0 to 1000000.0") {
            () throws(BusError) in try one("candidate-bar-height", -0.5)
        }
        expectRefusal("InvalidArgument", "room-below-caret: inf is not a finite number") { () throws(BusError) in
            try one("room-below-caret", .infinity)
        }
        expectRefusal("InvalidArgument", "lease-ms: 86400001.0 is outside 0.0 to 86400000.0") { () throws(BusError) in
            try one("lease-ms", 86_400_001)
        }
        expectRefusal("InvalidArgument", "start-time: -1.0 is negative") { () throws(BusError) in
            try one("start-time", -1)
        }
        expectRefusal("InvalidArgument", "start-time: nan is not a finite number") { () throws(BusError) in
            try one("start-time", .nan)
        }
        expectRefusal("InvalidArgument", "visible: expected a boolean, found 2.0") { () throws(BusError) in
            try one("visible", 2)
        }
    }

    @Test("Values of another type")
    func types() {
        func text(_ key: StaticString) throws(BusError) -> ProviderUpdate {
            try published { keys throws(BusError) in try keys.entry(key, string: "x") }
        }
        expectRefusal("InvalidArgument", "visible: expected a boolean, found the type s") { () throws(BusError) in
            try text("visible")
        }
        expectRefusal("InvalidArgument", "duration-ms: expected a number, found the type s") { () throws(BusError) in
            try text("duration-ms")
        }
        expectRefusal("InvalidArgument", "regions: expected a list, found the type s") { () throws(BusError) in
            try text("regions")
        }
        expectRefusal("InvalidArgument", "clear: expected a list, found the type s") { () throws(BusError) in
            try text("clear")
        }
        expectRefusal("InvalidArgument", "engine: expected a string, found the type o") { () throws(BusError) in
            try published("engine", "o") { value throws(BusError) in try value.path("/a") }
        }
        expectRefusal("InvalidArgument", "regions: expected a rectangle, found the type d") { () throws(BusError) in
            try published("regions", "ad") { value throws(BusError) in try value.doubles([1, 2, 3, 4]) }
        }
    }

    @Test("A space nobody knows")
    func space() {
        expectRefusal("InvalidArgument", "space: there is no space \"outer\"") { () throws(BusError) in
            try published { keys throws(BusError) in try keys.entry("space", string: "outer") }
        }
    }

    @Test("Parameters that make no curve", arguments: [[], [1, 2], [1, 2, -3], [1, 2, 3, 4, 5]] as [[Double]])
    func curves(parameters: [Double]) {
        expectRefusal("InvalidArgument", "curve-parameters: they make no curve spring") { () throws(BusError) in
            try published { keys throws(BusError) in
                try keys.entry("curve", string: "spring")
                try keys.entry("curve-parameters", "ad") { value throws(BusError) in try value.doubles(parameters) }
            }
        }
    }

    @Test("Parameters that are no numbers")
    func curveParameters() {
        expectRefusal("InvalidArgument", "curve-parameters: nan is not a finite number") { () throws(BusError) in
            try published("curve-parameters", "ad") { value throws(BusError) in try value.doubles([1, .nan]) }
        }
    }

    @Test("Limits are met exactly")
    func limits() throws {
        func string(_ count: Int) throws(BusError) -> ProviderUpdate {
            try published { keys throws(BusError) in
                try keys.entry("engine", string: String(repeating: "é", count: count / 2))
            }
        }
        #expect(try string(256).state.engine?.utf8.count == 256)
        expectRefusal("LimitExceeded", "engine: longer than 256 bytes") { () throws(BusError) in try string(258) }

        func regions(_ count: Int) throws(BusError) -> ProviderUpdate {
            try published("regions", "aad") { value throws(BusError) in
                try value.array("ad") { list throws(BusError) in
                    for _ in 0..<count { try list.doubles([1, 2, 3, 4]) }
                }
            }
        }
        #expect(try regions(64).state.regions?.count == 64)
        expectRefusal("LimitExceeded", "regions: more than 64 rectangles") { () throws(BusError) in try regions(65) }

        func clear(_ count: Int) throws(BusError) -> ProviderUpdate {
            try published("clear", "as") { value throws(BusError) in
                try value.strings(Array(repeating: "frame", count: count))
            }
        }
        #expect(try clear(64).cleared.count == 64)
        expectRefusal("LimitExceeded", "clear: more than 64 members") { () throws(BusError) in try clear(65) }

        func keys(_ count: Int) throws(BusError) -> ProviderUpdate {
            try published { keys throws(BusError) in
                for _ in 0..<count { try keys.entry("unknown", bool: true) }
            }
        }
        #expect(try keys(64) == ProviderUpdate())
        expectRefusal("LimitExceeded", "update: more than 64 keys") { () throws(BusError) in try keys(65) }
    }
}
