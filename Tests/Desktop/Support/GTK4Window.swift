import Foundation
package import HeadroomCore
import Support

/// `gtk4.py`: a GTK 4 program that was made aware of the keyboard with the built library.
package final class GTK4Window {
    /// What it says itself of where things are: rectangles in pixels of its window.
    package struct Truth: Sendable, Equatable {
        package let focus: String
        private let numbers: [String: [Double]]

        fileprivate init?(_ line: String) {
            var words: [String: String] = [:]
            for word in line.split(separator: " ").dropFirst() {
                let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
                if parts.count == 2 { words[parts[0]] = parts[1] }
            }
            guard let focus = words["focus"] else { return nil }
            self.focus = focus
            numbers = words.mapValues { $0.split(separator: ",").compactMap { Double($0) } }
        }

        package subscript(_ key: String) -> [Double] { numbers[key] ?? [] }

        private func rect(_ key: String) -> Rect {
            let all = self[key]
            return all.count == 4 ? Rect(x: all[0], y: all[1], width: all[2], height: all[3]) : .zero
        }

        /// The field with the focus.
        package var field: Rect { rect("field") }
        package var caret: Rect { rect("caret") }
        package var bar: Rect { rect("bar") }
        package var header: Rect { rect("header") }
        /// What the window has in it.
        package var child: Rect { rect("child") }
        /// How far the scrolled window is scrolled.
        package var offset: Double { self["offset"].first ?? .nan }
        /// A text view's margins, or what a viewport's child was asked for and whether that scrolls to the focus.
        package var margins: [Double] { self["margins"] }
        /// How far the scrolled window within that is scrolled, how far it can be, and where its top is in the window.
        package var inner: [Double] { self["inner"] }
        /// The times between the frames of movements, in µs, and where everything went.
        package var frames: [Double] { self["frames"] }
        package var places: [Double] { self["places"] }
        /// The same apart: where the content's top was, and how far it was scrolled.
        package var tops: [Double] { self["tops"] }
        package var offsets: [Double] { self["offsets"] }

        /// All that has to be the same when everything is put back.
        package var seen: [[Double]] {
            ["child", "offset", "range", "margins", "bar", "inner", "header"].map { self[$0] }
        }
    }

    package let desktop: Session
    package let teller: Teller

    /// Starts it, waits until its window is active, and makes that aware of the keyboard, unless that is for later.
    package init(
        _ desktop: Session, _ layout: String, width: Int = 500, height: Int = 640, attaches: Bool = true,
        environment: [String: String] = [:]
    ) throws {
        self.desktop = desktop
        let library = try desktop.bring(try BuiltProgram.path("libHeadroomGTK4.so"))
        teller = try desktop.start(
            "/usr/bin/python3", ["\(desktop.programs)/gtk4.py", library, layout, "\(width)", "\(height)"],
            environment: ["GSK_RENDERER": "cairo"].merging(environment) { $1 })
        try teller.wait(for: "active")
        if attaches { try tell("attach") }
    }

    package func tell(_ command: String) throws { try teller.tell(command) }

    /// Sets something of the window or of a widget, and expects that to be taken.
    package func set(_ words: String) throws {
        teller.process.write(words + "\n")
        let answer = try teller.wait(for: "an answer") { $0.hasPrefix("set ") || $0.hasPrefix("wish ") }
        guard answer.hasSuffix("(0, '')") else { throw TestFailure("\(words): \(answer)") }
        try teller.wait(for: "ok \(words)")
    }

    /// Where everything is now.
    package func truth() throws -> Truth {
        teller.skip()
        teller.process.write("truth\n")
        let line = try teller.wait(for: "the truth") { $0.hasPrefix("truth ") }
        guard let truth = Truth(line) else { throw TestFailure("not the truth: \(line)") }
        return truth
    }

    /// Asks until everything is where it should be, and stays there for so many answers.
    ///
    /// - Returns: the last answer.
    @discardableResult
    package func wait(
        _ what: String, log: @autoclosure () throws -> String = "", where fits: (Truth) -> Bool
    ) throws -> Truth {
        var last: Truth?
        var count = 0
        for _ in 0..<1500 {
            let truth = try truth()
            count = fits(truth) && truth.seen == last?.seen ? count + 1 : 0
            last = truth
            if count == GTK4Window.steady { return truth }
            try desktop.pass(microseconds: 10_000)
        }
        throw TestFailure("\(what) is not so: \(String(describing: last))\n\(try log())\n\(teller.process.log)")
    }

    /// How many answers in a row have to be right.
    private static let steady = 20

    /// What GTK, or whoever else in the program, complained of.
    package var complaints: [String] {
        teller.process.log.split(separator: "\n").map(String.init).filter {
            $0.contains("WARNING") || $0.contains("CRITICAL") || $0.contains("Traceback")
        }
    }

    /// What the daemon has of the last report: its outcome, how far things moved down, and the parts by level.
    package func report() throws -> (outcome: String, shift: Double, parts: [String: Double])? {
        let lines = try desktop.run(
            try desktop.bring(try BuiltProgram.path("headroom")), ["plugins", "--json"])
        let object = try JSONSerialization.jsonObject(with: Data(lines.joined().utf8)) as? [String: Any]
        guard let last = (object?["reports"] as? [[String: Any]])?.last, let outcome = last["outcome"] as? String,
            let shift = last["shift"] as? [Double], shift.count == 2
        else { return nil }
        let parts = (last["details"] as? [String: Any])?["parts"] as? [[Any]] ?? []
        let levels = parts.compactMap { part in
            (part.first as? String).flatMap { name in (part.last as? Double).map { (name, $0) } }
        }
        return (outcome, shift[1], Dictionary(levels) { $1 })
    }

    /// Waits until the last report fits.
    package func waitForReport(_ what: String, where fits: (String, [String: Double]) -> Bool) throws {
        for _ in 0..<200 {
            if let report = try report(), fits(report.outcome, report.parts) { return }
            try desktop.pass(microseconds: 50_000)
        }
        throw TestFailure("\(what): the report is \(String(describing: try report()))\n\(teller.process.log)")
    }
}

extension Session {
    /// Starts a program of this package.
    package func startBuilt(_ program: String, _ arguments: [String] = []) throws -> Teller {
        try start(try bring(try BuiltProgram.path(program)), arguments, environment: ["GSK_RENDERER": "cairo"])
    }
}
