import HeadroomBus
import HeadroomCore
import Support

/// `headroom-accessibility` on a desktop with the daemon.
package final class AccessibilityHelper {
    package let desktop: Session
    package let teller: Teller

    /// A report as ListReports has it.
    package struct Report: Sendable {
        package var outcome: String
        package var shiftY: Double
        package var residual: Double?
        package var parts: [String: Double]
    }

    /// What it has said, for failures.
    package var log: String {
        let isEnabled = (try? AccessibilityHelper.isEnabled(desktop)).map { "\($0)" } ?? "unknown"
        return "accessibility is enabled: \(isEnabled)\n\(teller.process.log)\n\(desktop.busLog)"
    }

    /// Turns accessibility on for this session and starts the plugin; waits until it listens.
    package init(_ desktop: Session) throws {
        self.desktop = desktop
        try AccessibilityHelper.tellDisplay(desktop)
        try AccessibilityHelper.enable(desktop)
        teller = try desktop.start(
            try desktop.bring(try BuiltProgram.path("headroom-accessibility")), ["--verbose"])
        for _ in 0..<3000 {
            if teller.process.log.contains("listening") { return }
            try desktop.pass(microseconds: 10_000)
        }
        throw TestFailure("the plugin does not listen\n\(teller.process.log)\n\(desktop.busLog)")
    }

    /// As sessions do: what the bus starts knows the display. The accessibility bus's launcher leaves its address there, where
    /// Qt 5 finds it for sure; by the bus alone it sometimes does not.
    private static func tellDisplay(_ desktop: Session) throws {
        let call = try Message.call(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "UpdateActivationEnvironment",
            "a{ss}"
        ) { writer throws(BusError) in
            try writer.array("{ss}") { entries throws(BusError) in
                try entries.entry { entry throws(BusError) in
                    try entry.string(desktop.displayVariable.name)
                    try entry.string(desktop.displayVariable.value)
                }
            }
        }
        try desktop.ask(call) { _ throws(BusError) in }
    }

    /// As a user who agreed to it: `IsEnabled` on the accessibility bus's launcher, which is started by that.
    private static func enable(_ desktop: Session) throws {
        let call = try Message.call(
            "org.a11y.Bus", "/org/a11y/bus", "org.freedesktop.DBus.Properties", "Set", "ssv"
        ) { writer throws(BusError) in
            try writer.string("org.a11y.Status")
            try writer.string("IsEnabled")
            try writer.variant("b") { value throws(BusError) in try value.bool(true) }
        }
        call.autoStarts = true
        try desktop.ask(call) { _ throws(BusError) in }
    }

    private static func isEnabled(_ desktop: Session) throws -> Bool {
        let call = try Message.call(
            "org.a11y.Bus", "/org/a11y/bus", "org.freedesktop.DBus.Properties", "Get", "ss"
        ) { writer throws(BusError) in
            try writer.string("org.a11y.Status")
            try writer.string("IsEnabled")
        }
        return try desktop.ask(call) { reader throws(BusError) in
            try reader.variant { value throws(BusError) in try value.bool() }
        }
    }

    /// The last report of each application.
    package func reports() throws -> [Report] {
        let call = try Message.call(
            "org.headroom.Headroom1", "/org/headroom/Headroom1", "org.headroom.Headroom1.Avoidance", "ListReports")
        return try desktop.ask(call) { reader throws(BusError) in
            var all: [Report] = []
            try reader.array { element throws(BusError) in
                all.append(
                    try element.structure { fields throws(BusError) in
                        fields.skip()
                        fields.skip()
                        fields.skip()
                        let outcome = try fields.string()
                        let shift = try fields.structure { pair throws(BusError) in
                            pair.skip()
                            return try pair.double()
                        }
                        var report = Report(
                            outcome: outcome, shiftY: shift, residual: nil, parts: [:])
                        try fields.dictionary { key, value throws(BusError) in
                            switch key {
                            case "residual": report.residual = try value.double()
                            case "parts":
                                try value.array { part throws(BusError) in
                                    let (level, amount) = try part.structure { pair throws(BusError) in
                                        (try pair.string(), try pair.double())
                                    }
                                    report.parts[level] = amount
                                }
                            default: return
                            }
                        }
                        return report
                    })
            }
            return all
        }
    }

    /// Waits until it has seen everything standing where it has moved it last. Who scrolls before that is the application.
    package func waitUntilAllStands() throws {
        for _ in 0..<1000 {
            let lines = teller.process.log.split(separator: "\n").map { $0.split(separator: ": ") }
            if lines.last(where: { $0.count > 1 && ($0[1].hasPrefix("pane ") || $0[1] == "stands") })?[1] == "stands" {
                return
            }
            try desktop.pass(microseconds: 20_000)
        }
        throw TestFailure("it has not seen that all stands\n\(log)")
    }

    /// Waits until the one application's last report fits.
    @discardableResult
    package func wait(_ what: String, where fits: (Report) -> Bool) throws -> Report {
        var last: [Report] = []
        for _ in 0..<1000 {
            last = try reports()
            if let report = last.first, last.count == 1, fits(report) { return report }
            try desktop.pass(microseconds: 20_000)
        }
        throw TestFailure("\(what): the reports are \(last)\n\(log)")
    }
}
