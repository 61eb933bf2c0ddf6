import HeadroomBus
import Support

/// All that goes over the accessibility bus from now on, as `dbus-monitor` prints it.
package final class AccessibilityRecord {
    package struct Message: Sendable, Hashable {
        /// `method call`, `method return`, `error` or `signal`.
        package var kind: String
        package var sender: String
        package var destination: String
        package var path: String
        /// Interface and member, `org.a11y.atspi.Component.GetExtents`; empty for an answer.
        package var member: String
        /// What it holds, as it is printed, a line each.
        package var body: [String]

        /// The property that is asked for or set, with its interface; nil: none is.
        package var property: String? {
            guard member == "org.freedesktop.DBus.Properties.Get" || member == "org.freedesktop.DBus.Properties.Set",
                body.count >= 2
            else { return nil }
            return body.prefix(2).map { $0.split(separator: "\"").dropFirst().first.map(String.init) ?? "" }
                .joined(separator: ".")
        }
    }

    /// The bus's address.
    package let address: String
    private let monitor: Teller

    /// Begins to record; the bus is there already.
    package init(_ desktop: XDesktop) throws {
        let call = try HeadroomBus.Message.call("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress")
        address = try desktop.ask(call) { reader throws(BusError) in try reader.string() }
        monitor = try desktop.start("stdbuf", ["-oL", "dbus-monitor", "--address", address])
        try monitor.wait(for: "its start") { $0.contains("NameLost") }
    }

    /// All messages so far.
    package var messages: [Message] {
        var all: [Message] = []
        for line in monitor.lines {
            if line.first == " ", var last = all.popLast() {
                last.body.append(line)
                all.append(last)
            } else if line.contains(" sender=") {
                func field(_ name: String) -> String {
                    guard let start = line.firstRange(of: " \(name)=")?.upperBound else { return "" }
                    return String(line[start...].prefix { $0 != " " && $0 != ";" })
                }
                let kind = line.firstRange(of: " time=").map { String(line[..<$0.lowerBound]) } ?? ""
                let member = [field("interface"), field("member")].filter { !$0.isEmpty }.joined(separator: ".")
                all.append(
                    Message(
                        kind: kind, sender: field("sender"), destination: field("destination"), path: field("path"),
                        member: member, body: []))
            }
        }
        return all
    }
}
