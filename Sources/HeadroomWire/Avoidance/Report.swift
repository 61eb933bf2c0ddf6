package import HeadroomCore

/// What a plugin says it did: the six arguments of Report, and of Reported (contract, section 4).
package struct Report: Sendable, Hashable {
    /// The plugin's number, as Register answered it.
    package var plugin: UInt64
    /// The notification that it answers; 0: the user moved on.
    package var serial: UInt64
    /// In which application; empty in a call: in the plugin's own.
    package var subject: String
    package var outcome: Outcome
    /// How far content was moved in all, in logical pixels, x right, y down: up by 200 is (0, -200).
    package var shift: Point
    package var details = Details()

    package struct Details: Sendable, Hashable {
        /// The output on which ``target`` is; empty: not said.
        package var output = ""
        /// Where the target is seen now, relative to the output.
        package var target: Rect?
        /// How much of the target's height is still covered, in logical pixels.
        package var residual: Double?
        /// From the notification's arrival to the first thing moved, in µs.
        package var latencyUS: UInt64?
        /// How far each level moved or was inset, in logical pixels.
        package var parts: [Part] = []

        package init() {}
    }

    package struct Part: Sendable, Hashable {
        /// `inset`, `scroll`, `root`, `window`, `resize`; open.
        package var level: String
        package var amount: Double

        package init(level: String, amount: Double) {
            self.level = level
            self.amount = amount
        }
    }

    package init(plugin: UInt64, serial: UInt64, subject: String = "", outcome: Outcome, shift: Point = .zero) {
        self.plugin = plugin
        self.serial = serial
        self.subject = subject
        self.outcome = outcome
        self.shift = shift
    }

    /// Whether anything stands elsewhere than without the plugin. What contradicts itself counts as moved.
    package var saysMoved: Bool {
        switch outcome {
        case .clear, .partial: true
        case .notNeeded, .impossible: shift != .zero || details.parts.contains { $0.amount != 0 }
        case .restored: false
        }
    }
}
