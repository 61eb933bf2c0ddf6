package import HeadroomCore
import Support

/// An X desktop with the daemon, a keyboard and a GTK 4 program that was made aware of it.
package final class GTK4Scene: GTK4Stage {
    package enum Keyboard: String, CaseIterable, Sendable {
        case onboard, simulated

        /// Where its top edge is when it is shown.
        package var top: Double { self == .onboard ? 595 : 480 }
    }

    package let desktop: XDesktop
    package let story: Story
    package let window: GTK4Window
    package let kind: Keyboard
    /// The window's.
    package let height: Int
    private let onboard: Onboard?
    private let ibus: IBus?
    package let fcitx5: Fcitx5?
    private var simulated: Teller?
    /// Where the window is, and how many pixels of the screen one of its own is.
    package private(set) var origin: Point
    package let scale: Double
    /// How high the row of candidates on the keyboard is that is simulated.
    private let candidateRow: Double
    /// The display as it is painted.
    package let painted: XDesktop.Truth

    package init(
        _ layout: String, _ kind: Keyboard = .simulated, width: Int = 500, height: Int? = nil, attaches: Bool = true,
        scale: Int = 1, environment: [String: String] = [:], countsMemory: Bool = false,
        method: WritingDesk.Method? = nil, candidateRow: Double = 0
    ) throws {
        self.kind = kind
        self.candidateRow = candidateRow
        self.scale = Double(scale)
        // openbox makes windows lower that have no room above Onboard's strut.
        self.height = height ?? (kind == .onboard ? 500 : 640)
        desktop = try XDesktop()
        onboard = kind == .onboard ? try Onboard(desktop) : nil
        ibus = method == .ibus ? try IBus(desktop) : nil
        fcitx5 = method == .fcitx5 ? try Fcitx5(desktop) : nil
        story = try Story(desktop)
        if kind == .onboard { try story.waitForObservers(["Onboard": "active"]) }
        let observer: String? = ibus != nil ? "IBus" : fcitx5 != nil ? "Fcitx5" : nil
        if let observer { try story.waitForObservers([observer: "active", "X11": "active"]) }
        let module = observer.map { ["GTK_IM_MODULE": $0 == "IBus" ? "ibus" : "fcitx"] } ?? [:]
        let counting = countsMemory ? try GTK4Library.countingMemory(on: desktop) : [:]
        window = try GTK4Window(
            desktop, layout, width: width, height: self.height, attaches: attaches,
            environment: environment.merging(counting) { $1 }.merging(module) { $1 }.merging(["GDK_SCALE": "\(scale)"])
            { $1 })
        painted = try XDesktop.Truth(desktop, of: "gtk4.py")
        try painted.wait("the window") { $0.frame != nil }
        origin = try painted.frame().map { Point(x: $0.x, y: $0.y) } ?? .zero
    }

    /// Where the keyboard's top edge is in the window, less so much.
    package func limit(_ margin: Double) -> Double { (kind.top - candidateRow - origin.y) / scale - margin }
    package func limit() -> Double { limit(10) }

    package func show() throws {
        if let onboard {
            try onboard.show()
            try onboard.wait(shown: true)
            return
        }
        let program = try desktop.bring(try BuiltProgram.path("headroom"))
        simulated = try desktop.start(
            program,
            ["simulate", "--frame", "0,480,1280,320", "--output", "screen", "--duration", "250"]
                + (candidateRow > 0 ? ["--candidate-bar", "\(candidateRow)", "--engine", "ibus:libpinyin"] : []))
    }

    package func hide() throws {
        if let onboard {
            try onboard.hide()
            try onboard.wait(shown: false)
        } else {
            simulated?.process.write("\n")
            simulated = nil
        }
    }

    /// Puts the focus there and waits until it is where it is going to be.
    @discardableResult
    package func focus(_ name: String) throws -> GTK4Window.Truth {
        try window.tell("focus \(name)")
        return try window.wait("\(name) has the focus") { $0.focus == name }
    }

    /// It is maximised, and openbox keeps such a window above Onboard's strut.
    package func fill() throws {
        let before = try painted.frame()
        try window.tell("state maximized")
        try painted.wait("a window as large as the screen") {
            $0.frame.map { $0 != before && $0.width == 1280 } ?? false
        }
        origin = try painted.frame().map { Point(x: $0.x, y: $0.y) } ?? .zero
    }

    package var log: String { story.log }

    /// Leaves a picture of the screen for people to look at.
    package func keepPicture(as name: String) throws {
        _ = try painted.screenshot()
        try KeptScreenshots.keep(desktop, as: name)
    }
}
