import HeadroomCore
import Testing

@testable import HeadroomDesktop

@Suite struct X11ValuesTests {
    @Test(arguments: [(":0", 0, true), (":12.1", 12, true), ("unix:3", 3, true), ("host:10.0", 10, false)])
    func theEnvironmentSaysWhere(_ display: String, _ number: Int, _ isLocal: Bool) throws {
        let address = try #require(X11Address { $0 == "DISPLAY" ? display : nil })
        #expect(address.display == display)
        #expect(address.number == number)
        #expect(address.isLocal == isLocal)
        #expect(address.places.first?.name == (isLocal ? "X\(number)" : nil))
    }

    @Test(arguments: [
        "", "0", ":", ":x", ":1.", ":1.2.3", ":-1", ":99999999999999999999", ":65536",
        String(repeating: "h", count: 300) + ":0",
    ])
    func orNowhere(_ display: String) {
        #expect(X11Address(display) == nil)
        #expect(X11Address { _ in nil } == nil)
    }

    // MARK: - Monitors

    static func monitor(
        _ name: String, _ frame: Rect, connectors: [String] = [], rotation: UInt32 = 1, isPrimary: Bool = false
    ) -> X11Monitor {
        X11Monitor(name: name, connectors: connectors, frame: frame, isPrimary: isPrimary, rotation: rotation)
    }

    static let left = Rect(x: 0, y: 0, width: 640, height: 800)
    static let right = Rect(x: 640, y: 0, width: 640, height: 800)

    @Test func monitorsAreOutputs() throws {
        let outputs = X11Monitor.outputs([
            X11ValuesTests.monitor("eDP-1", X11ValuesTests.left, connectors: ["eDP-1"], isPrimary: true),
            X11ValuesTests.monitor("wall", X11ValuesTests.right, connectors: ["HDMI-1", "HDMI-2"]),
        ])
        #expect(outputs.map(\.name) == ["eDP-1", "wall"])
        #expect(outputs.map(\.frame) == [X11ValuesTests.left, X11ValuesTests.right])
        #expect(outputs.map(\.deviceFrame) == [X11ValuesTests.left, X11ValuesTests.right])
        #expect(outputs.map(\.isPrimary) == [true, false])
        #expect(outputs.map(\.scale) == [1, 1])
        #expect(outputs.map(\.aliases) == [[], ["HDMI-1", "HDMI-2"]])
    }

    /// Two halves of one screen: its connector's name means neither of them.
    @Test func aSharedConnectorIsNobodysAlias() {
        let outputs = X11Monitor.outputs([
            X11ValuesTests.monitor("a", X11ValuesTests.left, connectors: ["DP-1"]),
            X11ValuesTests.monitor("b", X11ValuesTests.right, connectors: ["DP-1", "a"]),
        ])
        #expect(outputs.map(\.aliases) == [[], []])
    }

    @Test func whatIsNoMonitorIsNoOutput() {
        let outputs = X11Monitor.outputs([
            X11ValuesTests.monitor("", X11ValuesTests.left), X11ValuesTests.monitor("a", .zero),
            X11ValuesTests.monitor("b", X11ValuesTests.left), X11ValuesTests.monitor("b", X11ValuesTests.right),
        ])
        #expect(outputs.map(\.name) == ["b"])
        #expect(outputs.map(\.frame) == [X11ValuesTests.left])
    }

    @Test(
        arguments: [
            (1, .normal), (2, .rotated90), (4, .rotated180), (8, .rotated270), (0x11, .flipped), (0x12, .flipped90),
            (0x14, .flipped180), (0x18, .flipped270), (0x21, .flipped180), (0x31, .rotated180), (0x28, .flipped90),
            (0, .normal), (0xffff_ffc0, .normal),
        ] as [(UInt32, Transform)])
    func turns(_ rotation: UInt32, _ transform: Transform) {
        #expect(X11Monitor.transform(rotation) == transform)
    }

    // MARK: - Properties and events

    @Test func propertiesAreReadAsWhatTheyAre() {
        let numbers = X11Property(format: 32, bytes: [1, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 9])
        #expect(numbers.words == [1, .max])
        #expect(numbers.texts.isEmpty)
        let texts = X11Property(format: 8, bytes: Array("one\0two\0".utf8))
        #expect(texts.texts == ["one", "two", ""])
        #expect(texts.words.isEmpty)
        #expect(X11Property(format: 8, bytes: [0xff, 0xfe]).texts == ["\u{fffd}\u{fffd}"])
        #expect(X11Property(format: 16, bytes: [1, 2]).words.isEmpty)
        #expect(X11Property(format: 32, bytes: []).words.isEmpty)
    }

    static func event(_ bytes: [UInt8], _ extensions: X11Event.Extensions = .init(shape: 64, randr: 89)) -> X11Event? {
        bytes.withUnsafeBytes { X11Event($0, extensions) }
    }

    /// An event with these words after its first four bytes.
    static func bytes(_ code: UInt8, _ words: [UInt32]) -> [UInt8] {
        var bytes = [code, 0, 0, 0]
        for word in words { bytes += withUnsafeBytes(of: word) { Array($0) } }
        return bytes + Array(repeating: 0, count: 32 - bytes.count)
    }

    @Test func eventsAreRead() {
        func read(_ code: UInt8, _ words: UInt32...) -> X11Event? {
            X11ValuesTests.event(X11ValuesTests.bytes(code, words))
        }
        #expect(read(16, 1, 2) == .created(window: 2, parent: 1))
        #expect(read(17, 1, 2) == .destroyed(window: 2))
        #expect(read(18, 1, 2) == .unmapped(window: 2))
        #expect(read(19, 1, 2) == .mapped(window: 2))
        #expect(read(21, 1, 2, 3) == .reparented(window: 2, parent: 3))
        #expect(read(22, 1, 2) == .configured(window: 2))
        // As a window manager sends it.
        #expect(read(22 | 0x80, 1, 2) == .configured(window: 2))
        #expect(read(28, 1, 2) == .property(window: 1, atom: 2))
        #expect(read(64, 7) == .shaped(window: 7))
        #expect(read(89) == .outputs)
        #expect(read(90) == .outputs)
        #expect(read(2) == nil)
        #expect(read(0) == nil)
        #expect(X11ValuesTests.event(X11ValuesTests.bytes(64, [7]), .init()) == nil)
        #expect(X11ValuesTests.event([16, 0, 0, 0]) == nil)
        // A server may give its last code to an extension.
        #expect(X11ValuesTests.event(X11ValuesTests.bytes(0x7f, [1]), .init(shape: nil, randr: 0x7f)) == .outputs)
        #expect(X11ValuesTests.event(X11ValuesTests.bytes(5, [1]), .init(shape: nil, randr: 255)) == nil)
    }
}
