import DesktopSupport
import HeadroomCore
import Support
import Testing

extension DesktopTests {
    /// Borders and nine-part backgrounds of GTK 4 fields, as they are painted.
    @Suite(.serialized) struct GTK4FormsLookTests {
        private let window: FormsWindow

        init() throws { window = try FormsWindow(try XDesktop()) }

        /// What is painted at the edges of the first field: the pixel in the middle of each, and one in its middle.
        private struct Edges: Equatable {
            var top, left, bottom, right, corner, inside: Int
        }

        private func edges() throws -> Edges {
            let (shot, place) = try window.picture(of: "first")
            func colour(_ x: Double, _ y: Double) -> Int { shot.colour(x: Int(x), y: Int(y)) }
            let (middleX, middleY) = (place.x + place.width / 2, place.y + place.height / 2)
            return Edges(
                top: colour(middleX, place.top), left: colour(place.left, middleY),
                bottom: colour(middleX, place.bottom - 1), right: colour(place.right - 1, middleY),
                corner: colour(place.left, place.top), inside: colour(middleX, middleY))
        }

        private func edges(_ border: String) throws -> Edges {
            try window.run("headroom.field_set_border(first, headroom.BORDER_\(border))")
            let edges = try settled()
            try window.keepPicture(as: "border-\(border)")
            return edges
        }

        /// The first picture that is painted twice in a row.
        private func settled() throws -> Edges {
            var last = try edges()
            for _ in 0..<100 {
                try window.desktop.pass(microseconds: 50_000)
                let now = try edges()
                if now == last { return now }
                last = now
            }
            throw TestFailure("the picture changes and changes")
        }

        @Test("each border is painted as it is called")
        func borders() throws {
            try window.run("second.grab_focus()")
            let theme = try settled()
            let line = try edges("LINE")
            #expect([line.left, line.bottom, line.right, line.corner] == [Int](repeating: line.top, count: 4))
            #expect(line.top != line.inside)
            let bezel = try edges("BEZEL")
            #expect(bezel.top == bezel.left && bezel.bottom == bezel.right)
            #expect(bezel.top != bezel.bottom && bezel.top != bezel.inside)
            let none = try edges("NONE")
            #expect(
                [none.top, none.left, none.bottom, none.right, none.corner] == [Int](repeating: none.inside, count: 5))
            let rounded = try edges("ROUNDED")
            #expect(rounded.top == rounded.left && rounded.top != rounded.inside)
            // Behind a round corner the window shows through.
            #expect(rounded.corner != rounded.top)
            #expect(try edges("THEME") == theme)
            try window.end()
        }

        /// Of a red image with a blue middle the caps keep their size, whatever the field's is.
        @Test("nine parts: corners keep their size, the rest fills the field", arguments: ["STRETCH", "TILE"])
        func background(_ filling: String) throws {
            try window.run("second.grab_focus()")
            try window.run("red_and_blue = image(30, 20, (4, 10, 6, 8), (255, 0, 0), (0, 0, 255))")
            try window.run(
                "headroom.field_set_background(first, red_and_blue, headroom.Caps(4, 10, 6, 8), headroom.FILLING_\(filling))"
            )
            for height in [34.0, 80] {
                try window.run("first.set_size_request(300, \(Int(height)))")
                let place = try window.screenPlace("first")
                _ = try settled()
                let shot = try window.picture(of: "first").shot
                try window.keepPicture(as: "nine-parts-\(filling)-\(Int(height))")
                let middle = try #require(shot.bounds(of: 0x0000ff))
                #expect(
                    Rect(
                        x: Double(middle.x), y: Double(middle.y), width: Double(middle.width),
                        height: Double(middle.height))
                        == Rect(x: place.x + 10, y: place.y + 4, width: place.width - 18, height: place.height - 10))
                let all = try #require(shot.bounds(of: 0xff0000))
                #expect(
                    Rect(x: Double(all.x), y: Double(all.y), width: Double(all.width), height: Double(all.height))
                        == place)
            }
            // A line is drawn by the image then; a round border has a background of its own.
            for (border, isPainted) in [("LINE", true), ("NONE", true), ("ROUNDED", false), ("THEME", true)] {
                _ = try edges(border)
                #expect(try (window.picture(of: "first").shot.bounds(of: 0x0000ff) != nil) == isPainted, "\(border)")
            }
            try window.run("headroom.field_set_background(first, None, headroom.Caps(), 0)")
            _ = try settled()
            #expect(try window.picture(of: "first").shot.bounds(of: 0x0000ff) == nil)
            try window.end()
        }
    }
}
