import Foundation
import Glibc
import HeadroomBus
import Support
import Testing

@testable import HeadroomObserving

/// An `ibus-daemon` that is only a script: a bus of its own, and the file that leads to it.
final class ScriptedIBus {
    let home: TemporaryFolder
    private let loop: EventLoop
    private(set) var bus: FakeBus
    /// What it answers which engine it uses with; nil: nothing.
    var engine: String? = "libpinyin"
    private var answered: [ObjectIdentifier: Int] = [:]

    init(_ loop: EventLoop) throws {
        home = try TemporaryFolder()
        self.loop = loop
        bus = try FakeBus(loop: loop)
    }

    /// The environment that leads to it.
    var environment: [String: String] { ["XDG_CONFIG_HOME": home.path, "DISPLAY": ":7"] }

    private var folder: String { "\(home.path)/ibus/bus" }

    /// Writes the file that says where it is.
    func announce(_ address: String? = nil, process: Int32 = getpid()) throws {
        try write("# written by a test\nIBUS_ADDRESS=\(address ?? bus.address),guid=00\nIBUS_DAEMON_PID=\(process)\n")
    }

    func write(_ text: String) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try home.write(text, to: "ibus/bus/\(IBusAddressFile.machine())-unix-7")
    }

    /// Starts another bus in its place, at another address.
    func restart() throws { bus = try FakeBus(loop: loop) }

    /// The connection of a client that has said hello; the newest.
    var client: RawSocket? { bus.peers.last { $0.isReady && !$0.isClosed } }

    /// Answers what was asked.
    func answer() {
        guard let client, let engine else { return }
        let questions = client.arrivals.filter { $0.member == "GetGlobalEngine" }
        for question in questions.dropFirst(answered[ObjectIdentifier(client), default: 0]) {
            var body = WireBytes()
            body.value(IBusMessages.engine(engine))
            client.write(
                WireMessage(
                    type: 2,
                    [
                        .replySerial(question.serial), .sender("org.freedesktop.IBus"), .destination(":1.1"),
                        .signature("v"),
                    ], body: body))
        }
        answered[ObjectIdentifier(client)] = questions.count
    }

    /// Sends a copy of a call to its panel.
    func call(_ member: String, _ arguments: Value..., path: String = IBusNames.panelPath.text) {
        send(1, flags: 1, member, path, IBusNames.panel.text, from: "org.freedesktop.DBus", arguments)
    }

    /// Says that another engine is in use.
    func use(_ engine: String) {
        send(
            4, flags: 1, "GlobalEngineChanged", IBusNames.path.text, IBusNames.interface.text,
            from: "org.freedesktop.IBus", [.string(engine)])
    }

    private func send(
        _ type: UInt8, flags: UInt8, _ member: String, _ path: String, _ interface: String, from sender: String,
        _ arguments: [Value]
    ) {
        var body = WireBytes()
        for argument in arguments { body.value(argument) }
        let signature = arguments.map(\.signature).joined()
        var message = WireMessage(
            type: type,
            [.path(path), .interface(interface), .member(member), .sender(sender)]
                + (signature.isEmpty ? [] : [.signature(signature)]), body: body)
        message.flags = flags
        write(message.bytes)
    }

    /// Writes in parts, between which the reader, who is on the same thread, may read: a socket holds 200 KB.
    private func write(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let part = rest.prefix(max(0, Self.part - unread))
            client?.write(Array(part))
            rest = rest.dropFirst(part.count)
            unread += part.count
            guard unread >= Self.part else { return }
            unread = 0
            while (try? loop.turn(timeout: 0)) == true {}
        }
    }

    private static let part = 32_768
    /// What was written since the reader could read.
    private var unread = 0
}

extension WireBytes {
    /// Writes what IBus's messages are made of.
    mutating func value(_ value: Value) {
        switch value {
        case .bool(let value): uint32(value ? 1 : 0)
        case .int32(let value): uint32(UInt32(bitPattern: value))
        case .uint32(let value): uint32(value)
        case .string(let text): string(text)
        case .variant(let value):
            signature(value.signature)
            self.value(value)
        case .structure(let members):
            align(8)
            for member in members { self.value(member) }
        case .array(let element, let members):
            array(alignment: element == "v" ? 1 : 4) { for member in members { $0.value(member) } }
        case .dictionary(let entries):
            array(alignment: 8) { bytes in
                for (key, value) in entries {
                    bytes.align(8)
                    bytes.string(key)
                    bytes.value(.variant(value))
                }
            }
        case .byte, .int16, .uint16, .int64, .uint64, .double, .path, .signature:
            Issue.record("not written here: \(value)")
        }
    }
}
