import HeadroomBus
import HeadroomWire
import Support
import Testing

@testable import HeadroomCLI

/// What is printed where `dbus-monitor` is not installed, compared with what it prints where it is.
@Suite("As dbus-monitor shows it", .timeLimit(.minutes(10)))
struct MonitorTextTests {
    private static let signature: Signature = "ybnqiuxtdddddsogvasa{sv}(dd)a(s(dd)a{sv})"

    private static func body(_ writer: inout Writer) throws(BusError) {
        try writer.byte(7)
        try writer.bool(true)
        try writer.int16(-2)
        try writer.uint16(3)
        try writer.int32(-4)
        try writer.uint32(5)
        try writer.int64(-6)
        try writer.uint64(2_710_616_647)
        for number in [540, 0.5, 1e9, 296.26624, -0.0] { try writer.double(number) }
        try writer.string("nine \"and\" a half")
        try writer.path("/ten")
        try writer.signature("a{sv}")
        try writer.variant("(sd)") { inner throws(BusError) in
            try inner.structure { members throws(BusError) in
                try members.string("in")
                try members.double(2)
            }
        }
        try writer.strings([])
        try writer.dictionary { keys throws(BusError) in
            try keys.entry("curve-parameters", "ad") { value throws(BusError) in try value.doubles([0.2, 1]) }
            try keys.entry("nested", "v") { value throws(BusError) in
                try value.variant("s") { inner throws(BusError) in try inner.string("deep") }
            }
            try keys.entry("engine", string: "ibus:libpinyin")
        }
        try writer.structure { members throws(BusError) in
            try members.double(1)
            try members.double(2)
        }
        try writer.array("(s(dd)a{sv})") { list throws(BusError) in
            try list.structure { members throws(BusError) in
                try members.string("eDP-1")
                try members.structure { pair throws(BusError) in
                    try pair.double(3)
                    try pair.double(4)
                }
                try members.dictionary { keys throws(BusError) in try keys.entry("primary", bool: true) }
            }
        }
    }

    @Test("the same to the letter, but for the time")
    func same() throws {
        let bus = try PrivateBus()
        let loop = try EventLoop()
        let program = try ChildProcess(
            "dbus-monitor", ["--address", bus.address, "type='signal',interface='\(Names.keyboard.text)'"])
        // It has become a monitor when it has lost its name; the signal's argument follows.
        while let line = try program.readLine(), !line.contains("member=NameLost") {}
        _ = try program.readLine()
        let receiver = try bus.connect(loop)
        var own: [String] = []
        let subscription = receiver.subscribe(MatchRule(interface: Names.keyboard)) { message in
            own = MonitorText.text(message).split(separator: "\n").map(String.init)
        }
        try receiver.settle()
        let sender = try bus.connect(loop)
        try sender.send(Message.signal(Names.path, Names.keyboard, "WillShow", Self.signature, body: Self.body))
        try loop.wait("the signal") { !own.isEmpty }
        subscription.cancel()
        var theirs: [String] = []
        while theirs.count < own.count, let line = try program.readLine() { theirs.append(line) }
        func timeless(_ lines: [String]) -> [String] {
            lines.map { $0.replacing(#/^signal time=\d+\.\d{6} /#, with: "signal ") }
        }
        #expect(timeless(own) == timeless(theirs))
        #expect(own.first?.contains("time=") == true)
    }
}
