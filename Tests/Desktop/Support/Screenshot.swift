import Foundation
package import HeadroomCore
import Support

/// What an output shows, as the compositor paints it: the truth that frames are compared with.
package struct Screenshot {
    package let width: Int
    package let height: Int
    private let pixels: [UInt8]

    /// - Throws: if `data` is no binary PPM of 8 bits.
    init(ppm data: Data) throws {
        var offset = 0
        func word() -> String {
            while offset < data.count, data[offset] <= 32 { offset += 1 }
            let start = offset
            while offset < data.count, data[offset] > 32 { offset += 1 }
            return String(decoding: data[start..<offset], as: UTF8.self)
        }
        guard word() == "P6", let width = Int(word()), let height = Int(word()), word() == "255" else {
            throw TestFailure("no PPM of 8 bits")
        }
        self.width = width
        self.height = height
        pixels = [UInt8](data.dropFirst(offset + 1))
        guard pixels.count >= width * height * 3 else { throw TestFailure("a PPM cut off") }
    }

    /// The smallest rectangle around all pixels of a colour, in device pixels; nil if there are none.
    package func bounds(of colour: Int) -> (x: Int, y: Int, width: Int, height: Int)? {
        bounds { $0 == colour }.map { (Int($0.x), Int($0.y), Int($0.width), Int($0.height)) }
    }

    /// The smallest rectangle around all pixels of another colour than this, in device pixels; nil if there are none.
    package func bounds(besides colour: Int) -> Rect? { bounds { $0 != colour } }

    private func bounds(where isWanted: (Int) -> Bool) -> Rect? {
        var (left, top, right, bottom) = (width, height, -1, -1)
        for y in 0..<height {
            for x in 0..<width where isWanted(colour(x: x, y: y)) {
                left = min(left, x)
                right = max(right, x)
                top = min(top, y)
                bottom = max(bottom, y)
            }
        }
        guard right >= 0 else { return nil }
        return Rect(x: Double(left), y: Double(top), width: Double(right - left + 1), height: Double(bottom - top + 1))
    }

    /// The colour of a pixel, as 0xRRGGBB.
    package func colour(x: Int, y: Int) -> Int {
        let at = (y * width + x) * 3
        return Int(pixels[at]) << 16 | Int(pixels[at + 1]) << 8 | Int(pixels[at + 2])
    }
}

extension Desktop {
    /// What an output shows now.
    package func screenshot(_ output: String = "HEADLESS-1") throws -> Screenshot {
        let path = "\(folder)/shot.ppm"
        try run("grim", ["-t", "ppm", "-o", output, path])
        return try Screenshot(ppm: Data(contentsOf: URL(fileURLWithPath: path)))
    }

    /// Waits until a window covers the middle of sway's first output.
    package func expectWindow() throws {
        for _ in 0..<1000 {
            let shot = try screenshot()
            if shot.colour(x: shot.width / 2, y: shot.height / 2) != Desktop.swayBackground { return }
        }
        throw TestFailure("no window is painted")
    }

    /// Waits until some pixel has a colour.
    package func expect(_ colour: Int, on output: String = "HEADLESS-1") throws {
        for _ in 0..<100 where try screenshot(output).bounds(of: colour) != nil { return }
        throw TestFailure("no pixel is \(String(colour, radix: 16))")
    }

    /// Waits until a keyboard of unknown colours is painted from this row down and not above it, in device pixels.
    package func expectKeyboard(
        from row: Int, on output: String = "HEADLESS-1", tries: Int = 300
    ) throws {
        for _ in 0..<tries {
            let shot = try screenshot(output)
            let middle = shot.width / 2
            let above = (0..<row).allSatisfy { shot.colour(x: 2, y: $0) == shot.colour(x: 2, y: 0) }
            let background = shot.colour(x: 2, y: 0)
            if above, row < shot.height, shot.colour(x: 2, y: row) != background,
                shot.colour(x: middle, y: shot.height - 1) != background
            {
                return
            }
        }
        throw TestFailure("no keyboard is painted from row \(row) of \(output) down")
    }

    /// Waits until all pixels of a colour fill just this rectangle, in device pixels of the output. The compositor paints when
    /// it likes, so a picture may be early.
    package func expect(_ colour: Int, at frame: Rect, on output: String = "HEADLESS-1") throws {
        var seen: Rect?
        for _ in 0..<100 {
            seen = try screenshot(output).bounds(of: colour).map {
                Rect(x: Double($0.x), y: Double($0.y), width: Double($0.width), height: Double($0.height))
            }
            if seen == frame { return }
        }
        throw TestFailure("the pixels of \(String(colour, radix: 16)) are at \(String(describing: seen)), not \(frame)")
    }
}
