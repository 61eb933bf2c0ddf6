import Foundation
package import HeadroomCore
import Support

extension XDesktop {
    /// What the display shows, by its window tree: of the windows of one class.
    package final class Truth {
        /// When the window was where, in µs of CLOCK_MONOTONIC and pixels of the root window.
        package struct Place: Sendable, Hashable {
            package var time: UInt64
            /// Nil: no such window is mapped.
            package var frame: Rect?

            /// The part of it that is on the screen.
            package var visible: Rect? {
                frame.map { $0.intersection(XDesktop.screen) }.flatMap { $0.isEmpty ? nil : $0 }
            }
        }

        package let teller: Teller
        private let desktop: XDesktop
        private var read = 0
        private var all: [Place] = []
        private var area: Rect?

        /// Looks at the windows of a class; also `title:TITLE`, without a class, and `override:CLASS`, unmanaged.
        package init(_ desktop: XDesktop, of windowClass: String) throws {
            self.desktop = desktop
            teller = try desktop.python("xtruth.py", [windowClass])
        }

        deinit { teller.process.kill() }

        /// Where it was so far, in order.
        package var places: [Place] {
            take()
            return all
        }

        /// Where maximised windows go.
        package var workArea: Rect? {
            take()
            return area
        }

        private func take() {
            while read < teller.lines.count {
                let words = teller.lines[read].split(separator: " ").map(String.init)
                read += 1
                guard words.count >= 3, let time = UInt64(words[1]) else { continue }
                switch words[0] {
                case "window": all.append(Place(time: time, frame: Truth.rect(words.dropFirst(2))))
                case "workarea": area = Truth.rect(words.dropFirst(2))
                default: continue
                }
            }
        }

        private static func rect(_ words: ArraySlice<String>) -> Rect? {
            let numbers = words.compactMap(Double.init)
            guard numbers.count == 4 else { return nil }
            return Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
        }

        /// Where it is now, asked afresh of the whole tree.
        package func frame() throws -> Rect? {
            teller.skip()
            teller.process.write("tree\n")
            let line = try teller.wait(for: "the tree") { $0.hasPrefix("tree ") }
            return Truth.rect(line.split(separator: " ").map(String.init).dropFirst())
        }

        /// The part of a frame that is on the screen; nil: none of it.
        package func visible(_ frame: Rect) -> Rect? { Place(time: 0, frame: frame).visible }

        /// Waits until the window is where it fits.
        package func wait(_ what: String, seconds: Double = 30, where fits: (Place) -> Bool) throws {
            try desktop.loop.wait(what, seconds: seconds, log: "\(places.suffix(30))") {
                places.last.map(fits) ?? false
            }
        }

        /// Waits until all that is painted besides the desktop fills just this rectangle. Programs paint when they like, so
        /// a picture may be early.
        package func expectPixels(at frame: Rect) throws {
            var seen: Rect?
            for _ in 0..<100 {
                seen = try screenshot().bounds(besides: XDesktop.background)
                if seen == frame { return }
            }
            throw TestFailure("painted is \(String(describing: seen)), not \(frame)")
        }

        /// What the screen shows now.
        package func screenshot() throws -> Screenshot {
            let path = "\(desktop.folder)/shot.ppm"
            try teller.tell("shot \(path)")
            return try Screenshot(ppm: Data(contentsOf: URL(fileURLWithPath: path)))
        }
    }
}
