import HeadroomCore
import Testing

@testable import HeadroomDesktop

/// Windows out of sway's tree. The nodes are sway 1.7's, with the keys that say nothing here left out.
@Suite("Sway's tree")
struct SwayTreeTests {
    private static func node(
        _ type: String, _ rect: String, _ more: String = "", nodes: [String] = [], floating: [String] = []
    ) -> String {
        """
        {"id": 1, "type": "\(type)", "rect": \(rect), "fullscreen_mode": 0, \(more.isEmpty ? "" : more + ",")
         "nodes": [\(nodes.joined(separator: ","))], "floating_nodes": [\(floating.joined(separator: ","))]}
        """
    }

    private static func rect(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> String {
        #"{"x": \#(x), "y": \#(y), "width": \#(width), "height": \#(height)}"#
    }

    private static func window(_ inside: String, isFocused: Bool = false, _ more: String = "") -> String {
        #""pid": 42, "focused": \#(isFocused), "visible": true, "window_rect": \#(inside)"#
            + (more.isEmpty ? "" : ", " + more)
    }

    private static func tree(_ workspace: [String], floating: [String] = []) -> [UInt8] {
        let space = node("workspace", rect(0, 0, 1280, 800), nodes: workspace, floating: floating)
        let output = node("output", rect(0, 0, 1280, 800), #""name": "eDP-1", "scale": 2.0"#, nodes: [space])
        let hidden = node(
            "output", rect(0, 0, 0, 0), #""name": "__i3""#,
            nodes: [node("floating_con", rect(0, 0, 10, 10), window(rect(0, 0, 10, 10)))])
        return Array(node("root", rect(0, 0, 1280, 800), nodes: [hidden, output]).utf8)
    }

    @Test("tiled, floating and fullscreen windows, without what sway draws around them")
    func windows() throws {
        let tiled = Self.node(
            "con", Self.rect(0, 25, 640, 775), Self.window(Self.rect(2, 0, 636, 773), isFocused: true))
        let split = Self.node("con", Self.rect(0, 25, 640, 775), nodes: [tiled])
        // The later of a key given twice would be an error: this one replaces the mode.
        let full = Self.node(
            "con", Self.rect(0, 0, 1280, 800), Self.window(Self.rect(0, 0, 1280, 800))
        ).replacing(#""fullscreen_mode": 0"#, with: #""fullscreen_mode": 1"#)
        let floating = Self.node("floating_con", Self.rect(300, 85, 500, 615), Self.window(Self.rect(2, 0, 496, 613)))
        let all = try #require(SwayWindow.all(inTree: Self.tree([split, full], floating: [floating])))
        #expect(all.map(\.state) == ["tiled", "fullscreen", "floating"])
        #expect(all.map(\.isFocused) == [true, false, false])
        #expect(all.allSatisfy { $0.process == 42 && $0.output == "eDP-1" && $0.scale == 2 && $0.isVisible })
        #expect(all[0].content == Rect(x: 2, y: 25, width: 636, height: 773))
        #expect(all[2].content == Rect(x: 302, y: 85, width: 496, height: 613))
    }

    @Test(
        "a window with what cannot be is none, and the others are seen",
        arguments: [
            #""pid": -1"#, #""pid": 1e99"#, #""pid": "42""#, #""pid": 4.5"#, #""pid": null"#, #""pid": 0"#,
        ])
    func impossible(pid: String) throws {
        let bad = Self.node(
            "con", Self.rect(0, 0, 10, 10), Self.window(Self.rect(0, 0, 10, 10)).replacing(#""pid": 42"#, with: pid))
        let good = Self.node("con", Self.rect(0, 0, 10, 10), Self.window(Self.rect(0, 0, 10, 10)))
        #expect(try #require(SwayWindow.all(inTree: Self.tree([bad, good]))).count == 1)
    }

    @Test("frames that cannot be are none", arguments: ["{}", "3", rect(0, 0, -1, 10), #"{"x": 1e300, "y": 0}"#])
    func impossibleFrames(frame: String) throws {
        let bad = Self.node("con", frame, Self.window(Self.rect(0, 0, 10, 10)))
        #expect(SwayWindow.all(inTree: Self.tree([bad])) == [])
    }

    @Test("what is no tree is nothing, and what nests too deep is not followed")
    func nothing() {
        for text in ["", "[]", "3", "{", "{}}", #"{"nodes": [}"#] {
            #expect(SwayWindow.all(inTree: Array(text.utf8)) == nil, "\(text)")
        }
        #expect(SwayWindow.all(inTree: Array("{}".utf8)) == [])
        let deep = String(repeating: #"{"nodes": ["#, count: 5000)
        #expect(SwayWindow.all(inTree: Array(deep.utf8)) == nil)
    }

    @Test("no more windows than are looked at")
    func many() throws {
        let one = Self.node("con", Self.rect(0, 0, 10, 10), Self.window(Self.rect(0, 0, 10, 10)))
        let all = SwayWindow.all(inTree: Self.tree(Array(repeating: one, count: 1500)))
        #expect(try #require(all).count == 1024)
    }
}

extension String {
    fileprivate func replacing(_ old: String, with new: String) -> String {
        split(separator: old, omittingEmptySubsequences: false).joined(separator: new)
    }
}
