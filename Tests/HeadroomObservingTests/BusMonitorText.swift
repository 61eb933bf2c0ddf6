import Foundation
import HeadroomBus
import Support

/// Messages as `dbus-monitor` prints them.
struct BusMonitorText {
    struct Recorded: Sendable {
        var sender: String
        var path: String
        var interface: String
        var member: String
        var arguments: [Value]

        /// The same signal, from whoever sends it.
        func signal(to destination: BusName? = nil) throws(BusError) -> Message {
            let signature = Signature(stringLiteral: arguments.map(\.signature).joined())
            return try Message.signal(
                try ObjectPath(path), try InterfaceName(interface), try MemberName(member), signature,
                to: destination
            ) { writer throws(BusError) in
                for argument in arguments { try argument.write(to: &writer) }
            }
        }
    }

    /// The signals in a fixture.
    static func signals(_ fixture: String) throws -> [Recorded] {
        guard let url = Bundle.module.url(forResource: "Fixtures/\(fixture)", withExtension: nil) else {
            throw TestFailure("there is no fixture \(fixture)")
        }
        let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n").map(String.init)
        var reader = BusMonitorText(lines: lines[...])
        var signals: [Recorded] = []
        while let signal = try reader.next() { signals.append(signal) }
        return signals
    }

    private var lines: ArraySlice<String>

    private mutating func next() throws -> Recorded? {
        guard let header = lines.popFirst() else { return nil }
        guard header.hasPrefix("signal "), let sender = Self.field("sender", header),
            let path = Self.field("path", header), let interface = Self.field("interface", header),
            let member = Self.field("member", header)
        else { throw TestFailure("no signal: \(header)") }
        var arguments: [Value] = []
        while let line = lines.first, line.hasPrefix(" ") { arguments.append(try value()) }
        return Recorded(sender: sender, path: path, interface: interface, member: member, arguments: arguments)
    }

    private static func field(_ name: String, _ header: String) -> String? {
        guard let range = header.range(of: "\(name)=") else { return nil }
        return String(header[range.upperBound...].prefix { $0 != ";" && $0 != " " })
    }

    /// The value that begins on the next line; dictionaries are `a{sv}`, other arrays hold strings.
    private mutating func value() throws -> Value {
        let line = lines.popFirst()?.trimmingCharacters(in: .whitespaces) ?? ""
        guard line == "array [" else { return try Self.simple(line) }
        var entries: [String: Value] = [:]
        var members: [Value] = []
        while let next = lines.first?.trimmingCharacters(in: .whitespaces), next != "]" {
            guard next == "dict entry(" else {
                members.append(try value())
                continue
            }
            lines.removeFirst()
            guard case .string(let key) = try value() else { throw TestFailure("no key") }
            entries[key] = try value()
            lines.removeFirst()
        }
        lines.removeFirst()
        return entries.isEmpty ? .array("s", members) : .dictionary(entries)
    }

    private static func simple(_ text: String) throws -> Value {
        let words = text.split(separator: " ", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
        switch (words.first, words.last) {
        case ("string", let rest?): return .string(String(rest.dropFirst().dropLast()))
        case ("boolean", let rest?): return .bool(rest == "true")
        // In an `a{sv}` the variant is said by the dictionary.
        case ("variant", let rest?): return try simple(rest)
        default: throw TestFailure("no value that this reads: \(text)")
        }
    }
}
