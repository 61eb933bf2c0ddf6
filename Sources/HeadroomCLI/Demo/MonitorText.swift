internal import Glibc
import HeadroomBus

/// A message in the form in which `dbus-monitor` prints it.
enum MonitorText {
    /// A signal: its header, and its arguments.
    static func text(_ message: borrowing Message) -> String {
        func text(_ field: Text?, _ none: String) -> String { field.map { String($0) } ?? none }
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        let fraction = String(time.tv_nsec / 1000)
        var lines = [
            "signal time=\(time.tv_sec).\(String(repeating: "0", count: 6 - fraction.count))\(fraction)"
                + " sender=\(text(message.sender, "(null sender)"))"
                + " -> destination=\(text(message.destination, "(null destination)"))"
                + " serial=\(message.serial) path=\(text(message.path, ""));"
                + " interface=\(text(message.interface, "")); member=\(text(message.member, ""))"
        ]
        try? message.read { reader throws(BusError) in try arguments(&reader, depth: 1, into: &lines) }
        return lines.joined(separator: "\n")
    }

    private static func arguments(
        _ reader: inout Reader, depth: Int, into lines: inout [String]
    ) throws(BusError) {
        while reader.hasNext { try argument(&reader, depth: depth, into: &lines) }
    }

    private static func argument(
        _ reader: inout Reader, depth: Int, label: String = "", into lines: inout [String]
    ) throws(BusError) {
        let outer = label.isEmpty ? indent(depth) : label
        func say(_ text: String) { lines.append(outer + text) }
        switch reader.type {
        case .string: say("string \"\(try reader.string())\"")
        case .path: say("object path \"\(String(try reader.text()))\"")
        case .signature: say("signature \"\(String(try reader.text()))\"")
        case .byte: say("byte \(try reader.byte())")
        case .bool: say("boolean \(try reader.bool())")
        case .int16: say("int16 \(try reader.int16())")
        case .uint16: say("uint16 \(try reader.uint16())")
        case .int32: say("int32 \(try reader.int32())")
        case .uint32: say("uint32 \(try reader.uint32())")
        case .int64: say("int64 \(try reader.int64())")
        case .uint64: say("uint64 \(try reader.uint64())")
        case .double: say("double \(short(try reader.double()))")
        case .variant:
            try reader.variant { value throws(BusError) in
                try argument(&value, depth: depth + 1, label: outer + "variant " + indent(depth + 1), into: &lines)
            }
        case .structure:
            say("struct {")
            try reader.structure { members throws(BusError) in
                try arguments(&members, depth: depth + 1, into: &lines)
            }
            lines.append(indent(depth) + "}")
        case .array where reader.signature == "a{sv}":
            say("array [")
            try reader.dictionary { name, value throws(BusError) in
                lines.append(indent(depth + 1) + "dict entry(")
                lines.append(indent(depth + 2) + "string \"\(String(name))\"")
                try argument(
                    &value, depth: depth + 3, label: indent(depth + 2) + "variant " + indent(depth + 3), into: &lines)
                lines.append(indent(depth + 1) + ")")
            }
            lines.append(indent(depth) + "]")
        case .array:
            say("array [")
            try reader.array(nil) { element throws(BusError) in
                try argument(&element, depth: depth + 1, into: &lines)
            }
            lines.append(indent(depth) + "]")
        case .entry, .fd, nil:
            reader.skip()
        }
    }

    private static func indent(_ depth: Int) -> String { String(repeating: "   ", count: depth) }

    /// As C's `%g`.
    private static func short(_ number: Double) -> String {
        var buffer = [CChar](repeating: 0, count: 32)
        let count = withVaList([number]) { vsnprintf(&buffer, buffer.count, "%g", $0) }
        return String(decoding: buffer.prefix(Int(max(0, count))).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
