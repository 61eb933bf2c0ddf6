import HeadroomBus
import HeadroomCore
import HeadroomWire
import Testing

extension Report {
    /// One that gives every detail.
    static let full: Report = {
        var report = Report(
            plugin: 7, serial: 71, subject: "pid:100.7", outcome: .partial, shift: Point(x: 0, y: -200.5))
        report.details.output = "eDP-1"
        report.details.target = Rect(x: 100, y: 480, width: 1, height: 20)
        report.details.residual = 4.5
        report.details.latencyUS = 1_800
        report.details.parts = [Part(level: "scroll", amount: 120.5), Part(level: "root", amount: 80)]
        return report
    }()
}

@Suite("Avoidance") struct AvoidanceTests {
    private func reported(_ report: Report) throws(BusError) -> Report {
        let message = try message(Signatures.report) { body throws(BusError) in try report.write(to: &body) }
        return try message.read { reader throws(BusError) in try Report(&reader) }
    }

    /// Reads a report with this shift and one detail.
    private func reported(
        _ outcome: String = "clear", x: Double = 0, y: Double = 0, _ key: StaticString = "mood",
        _ type: Signature = "i",
        _ value: (inout Writer) throws(BusError) -> Void = { w throws(BusError) in try w.int32(1) }
    ) throws(BusError) -> Report {
        let message = try message(Signatures.report) { body throws(BusError) in
            try body.uint64(1)
            try body.uint64(0)
            try body.string("")
            try body.string(outcome)
            try body.structure { members throws(BusError) in
                try members.double(x)
                try members.double(y)
            }
            try body.dictionary { keys throws(BusError) in try keys.entry(key, type, value) }
        }
        return try message.read { reader throws(BusError) in try Report(&reader) }
    }

    private func expect(
        _ name: String, _ text: String, sourceLocation: SourceLocation = #_sourceLocation,
        _ read: () throws(BusError) -> some Any
    ) {
        do throws(BusError) {
            Issue.record("accepted: \(try read())", sourceLocation: sourceLocation)
        } catch {
            #expect(error.name == "org.headroom.Headroom1.Error.\(name)", sourceLocation: sourceLocation)
            #expect(error.message == text, sourceLocation: sourceLocation)
        }
    }

    @Test("A report is read as it was written")
    func report() throws {
        #expect(try reported(.full) == .full)
        let plain = Report(plugin: 1, serial: 0, outcome: .restored)
        #expect(try reported(plain) == plain)
    }

    @Test("A report's numbers may have any type, and be in variants")
    func lenient() throws {
        #expect(try reported("clear", "residual", "i") { w throws(BusError) in try w.int32(4) }.details.residual == 4)
        let latency = try reported("clear", "latency-us", "d") { w throws(BusError) in try w.double(1_800.4) }
        #expect(latency.details.latencyUS == 1_800)
        let target = try reported("clear", "target", "ai") { value throws(BusError) in
            try value.array("i") { list throws(BusError) in for number: Int32 in 1...4 { try list.int32(number) } }
        }
        #expect(target.details.target == Rect(x: 1, y: 2, width: 3, height: 4))
        #expect(try reported().details == Report.Details())
    }

    @Test("What is no report is refused by the argument or key")
    func refusals() {
        expect("InvalidArgument", "outcome: expected not-needed, clear, partial, impossible or restored") {
            () throws(BusError) in try reported("moved")
        }
        expect("InvalidArgument", "shift: nan is not a finite number") { () throws(BusError) in try reported(y: .nan) }
        expect("InvalidArgument", "shift: 1000001.0 is outside -1000000.0 to 1000000.0") { () throws(BusError) in
            try reported(x: 1_000_001)
        }
        expect("InvalidArgument", "residual: -1.0 is outside 0.0 to 1000000.0") { () throws(BusError) in
            try reported("clear", "residual", "d") { value throws(BusError) in try value.double(-1) }
        }
        for number in [-1, Double.nan, .infinity, 1e300] {
            expect("InvalidArgument", "latency-us: \(number) is no count of microseconds") { () throws(BusError) in
                try reported("clear", "latency-us", "d") { value throws(BusError) in try value.double(number) }
            }
        }
        expect("InvalidArgument", "parts: expected pairs of a word and a number") { () throws(BusError) in
            try reported("clear", "parts", "as") { value throws(BusError) in try value.strings(["scroll"]) }
        }
        expect("InvalidArgument", "parts: a pair without a number") { () throws(BusError) in
            try reported("clear", "parts", "a(s)") { value throws(BusError) in
                try value.array("(s)") { list throws(BusError) in
                    try list.structure { pair throws(BusError) in try pair.string("scroll") }
                }
            }
        }
        expect("LimitExceeded", "parts: more than 64 members") { () throws(BusError) in
            var report = Report.full
            report.details.parts = Array(repeating: Report.Part(level: "scroll", amount: 1), count: 65)
            return try reported(report)
        }
        expect("LimitExceeded", "subject: longer than 256 bytes") { () throws(BusError) in
            var report = Report.full
            report.subject = String(repeating: "x", count: 257)
            return try reported(report)
        }
    }

    @Test("Register, Claim and Release are bounded")
    func requests() throws {
        func register(_ name: String, _ kind: String, keys: Int = 0) throws(BusError) -> RegisterRequest {
            let message = try message(Signatures.registration) { body throws(BusError) in
                try body.string(name)
                try body.string(kind)
                try body.dictionary { entries throws(BusError) in
                    for _ in 0..<keys { try entries.entry("mood", bool: true) }
                }
            }
            return try message.read { reader throws(BusError) in try RegisterRequest(&reader) }
        }
        for kind in PluginKind.allCases { #expect(try register("a", kind.rawValue, keys: 64).kind == kind) }
        expect("InvalidArgument", "kind: expected app, toolkit, accessibility or window") { () throws(BusError) in
            try register("a", "App")
        }
        #expect(try register("a", "app").hasMoved == false)
        let back = try message(Signatures.registration) { body throws(BusError) in
            try body.string("")
            try body.string("app")
            try body.options(hasMoved: true)
        }
        #expect(try back.read { reader throws(BusError) in try RegisterRequest(&reader).hasMoved })
        expect("LimitExceeded", "name: longer than 256 bytes") { () throws(BusError) in
            try register(String(repeating: "x", count: 257), "app")
        }
        expect("LimitExceeded", "options: more than 64 keys") { () throws(BusError) in
            try register("a", "app", keys: 65)
        }
        func claim(_ count: UInt32) throws(BusError) -> ClaimRequest {
            let message = try message(Signatures.claim) { body throws(BusError) in
                try body.uint64(1)
                try body.array("u") { list throws(BusError) in for pid in 0..<count { try list.uint32(pid) } }
                try body.dictionary { _ throws(BusError) in }
            }
            return try message.read { reader throws(BusError) in try ClaimRequest(&reader) }
        }
        #expect(try claim(256).processes == Array(0..<256))
        expect("LimitExceeded", "pids: more than 256") { () throws(BusError) in try claim(257) }
        func release(_ subjects: [String]) throws(BusError) -> ReleaseRequest {
            let message = try message(Signatures.release) { body throws(BusError) in
                try body.uint64(1)
                try body.strings(subjects)
            }
            return try message.read { reader throws(BusError) in try ReleaseRequest(&reader) }
        }
        #expect(try release(["a", "b"]).subjects == ["a", "b"])
        expect("LimitExceeded", "subjects: more than 256") { () throws(BusError) in
            try release(Array(repeating: "a", count: 257))
        }
    }

    @Test("Signals are read as they were written")
    func signals() throws {
        let signals: [AvoidanceSignal] = [
            .revoked(plugin: 1, subject: "bus::1.7", graceMS: 500), .granted(plugin: 2, subject: "flatpak:7"),
            .reported(.full),
            .claimsChanged(added: [.init(subject: "a", plugin: 1), .init(subject: "b", plugin: 2)], removed: ["c"]),
        ]
        for signal in signals {
            let message = try signal.message(to: ":1.7")
            let addressee = message.destination.map { String($0) }
            #expect(addressee == ":1.7")
            guard let member = message.member else {
                Issue.record("a signal without a name")
                continue
            }
            let read = try message.read { reader throws(BusError) in try AvoidanceSignal.read(member, &reader) }
            #expect(read == signal)
        }
    }

    @Test("Lists are read as they were written")
    func lists() throws {
        let plugins = [
            PluginListing(plugin: 1, name: "a", kind: "app", connection: ":1.1", process: 2, subject: "b"),
            PluginListing(plugin: 2, name: "", kind: "window", connection: ":1.2"),
        ]
        let message1 = try message(Signatures.plugins) { body throws(BusError) in try plugins.write(to: &body) }
        #expect(try message1.read { reader throws(BusError) in try [PluginListing](&reader) } == plugins)
        let claims = [
            ClaimListing(subject: "a", holder: 1),
            ClaimListing(subject: "b", holder: 2, isRevoked: true, waiting: [3, 4]),
        ]
        let message2 = try message(Signatures.claims) { body throws(BusError) in try claims.write(to: &body) }
        #expect(try message2.read { reader throws(BusError) in try [ClaimListing](&reader) } == claims)
        let reports = [Report.full, Report(plugin: 1, serial: 0, outcome: .restored)]
        let message3 = try message(Signatures.reports) { body throws(BusError) in try reports.write(to: &body) }
        #expect(try message3.read { reader throws(BusError) in try [Report](&reader) } == reports)
    }
}
