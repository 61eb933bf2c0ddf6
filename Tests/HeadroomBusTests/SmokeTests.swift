import HeadroomBus
import Support
import Testing

final class Clock {
    var zone = "UTC"
    static let table = Interface<Clock>(
        "org.example.Clock1",
        methods: [
            Method("Add", "ua{sv}", "t") { clock, call in
                do throws(BusError) {
                    var step: UInt64 = 1
                    let seconds = try call.read { r throws(BusError) in
                        let seconds = try r.uint32()
                        try r.dictionary { key, value throws(BusError) in
                            switch key {
                            case "step": step = try value.uint64()
                            default: break
                            }
                        }
                        return seconds
                    }
                    call.reply { w throws(BusError) in try w.uint64(UInt64(seconds) * step) }
                } catch { call.fail(error) }
            }
        ],
        properties: [
            Property("Zone", "s", .value) { clock, w throws(BusError) in try w.string(clock.zone) }
        ])
}

@Test func smoke() throws {
    let daemon = try PrivateBus()
    let loop = try EventLoop()
    let server = try daemon.connect(loop)
    let clock = Clock()
    let object = try server.export("/org/example/Clock1", introspection: Array("<node/>".utf8))
    try object.add(Clock.table, for: clock)
    var answer: NameReply?
    server.requestName("org.example.Clock1", [.doNotQueue]) { answer = try? $0.get() }
    try loop.wait("name") { answer != nil }
    #expect(answer == .primaryOwner)
    let bus = try daemon.connect(loop)
    var ticks: [UInt64] = []
    let subscription = bus.subscribe(
        MatchRule(sender: "org.example.Clock1", interface: "org.example.Clock1", member: "Ticked")
    ) { message in
        if let count = try? message.read({ r throws(BusError) in try r.uint64() }) { ticks.append(count) }
    }
    let message = try Message.call("org.example.Clock1", "/org/example/Clock1", "org.example.Clock1", "Add", "ua{sv}") {
        w throws(BusError) in
        try w.uint32(3)
        try w.dictionary { w throws(BusError) in try w.entry("step", uint64: 2) }
    }
    var sum: UInt64?
    bus.call(message, timeout: 1_000_000) { result in
        switch result {
        case .success(let reply): sum = (try? reply.read { r throws(BusError) in try r.uint64() }) ?? 0
        case .failure(let error): print(error.code, error.name, error.message)
        }
    }
    try loop.wait("sum") { sum != nil }
    #expect(sum == 6)
    clock.zone = "CET"
    try object.emitChanged("org.example.Clock1", ["Zone"])
    try object.emit("org.example.Clock1", "Ticked", "t") { w throws(BusError) in try w.uint64(7) }
    try loop.wait("tick") { ticks == [7] }
    subscription.cancel()
}
