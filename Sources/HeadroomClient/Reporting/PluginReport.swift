public import HeadroomCore
package import HeadroomWire

/// What a plugin did, or is about to do, in one application (contract, section 4).
public struct PluginReport: Sendable, Hashable {
    /// The notification that it answers; 0: the user moved on, by typing or by another focus.
    public var serial: UInt64
    /// The application; empty in what a plugin reports: its own.
    public var subject: String
    public var outcome: Outcome
    /// How far content is moved in all at the end, in logical pixels, x right, y down: up by 200 is (0, -200).
    public var shift: Point
    /// The output on which ``target`` is; empty: not known.
    public var output: String
    /// Where the target is seen at the end, in logical pixels relative to the output.
    public var target: Rect?
    /// How much of the target's height is still covered, in logical pixels; nil: not known.
    public var residual: Double?
    /// From the notification to the first thing moved, in µs.
    public var latencyUS: UInt64?
    /// How far each level moves or is inset, in logical pixels.
    public var parts: [Part]

    public struct Part: Sendable, Hashable {
        /// `inset`, `scroll`, `root`, `window`, `resize`; take other words as they are.
        public var level: String
        public var amount: Double

        public init(level: String, amount: Double) {
            self.level = level
            self.amount = amount
        }
    }

    public init(
        serial: UInt64 = 0, subject: String = "", outcome: Outcome, shift: Point = .zero, output: String = "",
        target: Rect? = nil, residual: Double? = nil, latencyUS: UInt64? = nil, parts: [Part] = []
    ) {
        self.serial = serial
        self.subject = subject
        self.outcome = outcome
        self.shift = shift
        self.output = output
        self.target = target
        self.residual = residual
        self.latencyUS = latencyUS
        self.parts = parts
    }

    /// Whether by its word anything stands elsewhere than without the plugin.
    public var saysMoved: Bool { onWire(of: 0).saysMoved }

    package init(_ report: Report) {
        self.init(
            serial: report.serial, subject: report.subject, outcome: report.outcome, shift: report.shift,
            output: report.details.output, target: report.details.target, residual: report.details.residual,
            latencyUS: report.details.latencyUS,
            parts: report.details.parts.map { Part(level: $0.level, amount: $0.amount) })
    }

    /// As `plugin` sends it.
    package func onWire(of plugin: UInt64) -> Report {
        var report = Report(plugin: plugin, serial: serial, subject: subject, outcome: outcome, shift: shift)
        report.details.output = output
        report.details.target = target
        report.details.residual = residual
        report.details.latencyUS = latencyUS
        report.details.parts = parts.map { Report.Part(level: $0.level, amount: $0.amount) }
        return report
    }
}
