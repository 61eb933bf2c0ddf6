import Glibc

/// What the daemon says to whoever started it, one line each on standard error.
package struct Log: Sendable {
    /// Whether details are said too (`--verbose`).
    package var isVerbose: Bool

    package init(isVerbose: Bool) { self.isVerbose = isVerbose }

    /// Something that its reader should act on.
    package func warning(_ text: String) { Log.say(text) }

    /// Something that helps to understand what happened.
    package func detail(_ text: @autoclosure () -> String) {
        if isVerbose { Log.say(text()) }
    }

    /// Writes one line. Peers choose words in it, so a control character is shown as U+FFFD: nobody can end the line, or
    /// paint the terminal that shows it.
    private static func say(_ text: String) {
        var line = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            line.append(scalar.properties.generalCategory == .control ? "\u{FFFD}" : scalar)
        }
        Log.write("headroomd: \(String(line))\n", to: STDERR_FILENO)
    }

    /// Writes all of `text`, also where a call writes a part of it.
    package static func write(_ text: String, to file: Int32) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            bytes = bytes.dropFirst(count)
        }
    }
}
