import HeadroomCore
import Support

/// A desktop with the daemon, a keyboard at its bottom, and a GTK 4 program that was made aware of it.
package protocol GTK4Stage: AnyObject {
    var window: GTK4Window { get }
    var log: String { get }

    /// Shows the keyboard, or asks it to hide.
    func show() throws
    func hide() throws
    /// Puts the focus there, without a keyboard, and waits until it is where it is going to be.
    func focus(_ name: String) throws -> GTK4Window.Truth
    /// Where the keyboard's top edge is in the window when it is shown, less so much.
    func limit(_ margin: Double) -> Double
    /// Has the window laid out on all that is free of the screen, and so lower when the keyboard comes.
    func fill() throws
    /// Leaves a picture of the screen for people to look at.
    func keepPicture(as name: String) throws
}

extension GTK4Stage {
    /// Waits until what has the focus ends there, in the window, and nothing moves.
    @discardableResult
    package func wait(_ name: String, endsAt bottom: Double) throws -> GTK4Window.Truth {
        try window.wait("\(name) ends at \(bottom)", log: log) {
            $0.focus == name && abs($0.field.bottom - bottom) < 0.02
        }
    }

    /// Waits until all that was there `before` is there again, to the last digit.
    package func wait(restored before: GTK4Window.Truth) throws {
        try window.wait("everything is as it was: \(before)", log: log) { $0.seen == before.seen }
    }
}

/// The same on sway, whose output has 360 x 720 pixels, with squeekboard. The window lies at the output's origin.
package final class GTK4Sway: GTK4Stage {
    package let desktop: Desktop
    package let story: Story
    package let window: GTK4Window
    /// Where the keyboard's top is.
    private let top: Double

    /// Has content be as high as the output, so that it cannot be laid out above the keyboard.
    package static let tall = ["TALL": "720"]

    /// `arranges`: more lines of sway's configuration.
    package init(
        _ layout: String, width: Int = 360, arranges: String = "", attaches: Bool = true,
        environment: [String: String] = [:]
    ) throws {
        desktop = try Desktop(
            .sway, configuration: "output HEADLESS-1 mode \(width)x720\n\(arranges)")
        _ = try desktop.squeekboard()
        story = try Story(desktop)
        try story.waitForObservers(["OSK0": "active"])
        try desktop.setVisible(true)
        try GTK4Sway.wait(for: "shown", on: desktop)
        top = try desktop.published().end.top
        try desktop.setVisible(false)
        window = try GTK4Window(
            desktop, layout, width: width, height: 720, attaches: attaches, environment: environment)
    }

    package var log: String { story.log }

    package func limit(_ margin: Double) -> Double { top - margin }

    package func fill() throws {}

    /// It shows itself for the field with the focus, and may do so again when it is asked too early.
    package func show() throws {
        try desktop.setVisible(true)
        try GTK4Sway.wait(for: "shown", on: desktop)
    }

    package func hide() throws {
        try desktop.setVisible(false)
        try GTK4Sway.wait(for: "hidden", on: desktop)
    }

    private static func wait(for phase: String, on desktop: Desktop) throws {
        var calm = 0
        for attempt in 1..<2000 {
            calm = try desktop.published().phase == phase ? calm + 1 : 0
            if calm == 20 { return }
            if attempt % 200 == 0, calm == 0 { try desktop.setVisible(phase == "shown") }
            try desktop.pass(microseconds: 10_000)
        }
        throw TestFailure("the keyboard is not \(phase)")
    }

    package func focus(_ name: String) throws -> GTK4Window.Truth {
        try window.tell("focus \(name)")
        try show()
        try hide()
        return try window.wait("\(name) has the focus", log: log) {
            $0.focus == name && $0.child.height > top && (try? desktop.published().phase) == "hidden"
        }
    }

    package func keepPicture(as name: String) throws {
        _ = try desktop.screenshot()
        try KeptScreenshots.keep(desktop, as: name)
    }
}
