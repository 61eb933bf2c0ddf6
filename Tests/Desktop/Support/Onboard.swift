import Foundation
import HeadroomBus
import HeadroomCore
import Support

/// Onboard on an X desktop.
package final class Onboard {
    package let desktop: XDesktop
    package let process: Teller
    /// Where its window really is.
    package let truth: XDesktop.Truth
    private var watch: NameWatch?
    private var changes: Subscription?
    private let isDocked: Bool
    /// `Visible`, as the bus has it.
    package private(set) var isVisible: Bool?

    /// How Onboard stands on the screen, by its own settings.
    package struct Layout: Sendable {
        package var settings: [String]

        /// The settings of its window, as `KEY VALUE`.
        package init(_ settings: String...) { self.settings = settings }

        package static let bottom = Layout("docking-enabled true", "docking-edge 'bottom'")
        package static let top = Layout("docking-enabled true", "docking-edge 'top'")
        package static let narrow = Layout("docking-enabled true", "landscape:dock-expand false")
        package static let floating = Layout("docking-enabled false")
        package static let forcedToTop = Layout("docking-enabled false", "force-to-top true")
    }

    /// Starts Onboard and waits until it stands; then hides it, unless it is to stay.
    package init(_ desktop: XDesktop, _ layout: Layout = .bottom, staysShown: Bool = false) throws {
        self.desktop = desktop
        isDocked = layout.settings.contains("docking-enabled true")
        truth = try XDesktop.Truth(desktop, of: "Onboard")
        try desktop.set("org.onboard", "show-status-icon false")
        for setting in layout.settings { try desktop.setOnboard(setting) }
        process = try desktop.start("onboard")
        changes = desktop.bus.subscribe(
            MatchRule(
                sender: Onboard.bus, path: Onboard.path, interface: "org.freedesktop.DBus.Properties",
                member: "PropertiesChanged")
        ) { [weak self] message in
            let isVisible = try? message.read { reader throws(BusError) in
                reader.skip()
                var isVisible: Bool?
                try reader.dictionary { key, value throws(BusError) in
                    if key == "Visible" { isVisible = try value.bool() }
                }
                return isVisible
            }
            if let isVisible = isVisible ?? nil { self?.isVisible = isVisible }
        }
        var isOwned = false
        watch = desktop.bus.watchName(Onboard.bus) { isOwned = $0 != nil }
        try desktop.loop.wait("Onboard to own its name", log: process.process.log) { isOwned }
        try truth.wait("Onboard's window") { $0.visible != nil }
        guard !staysShown else { return }
        try hide()
        try wait(shown: false)
    }

    private static let bus: BusName = "org.onboard.Onboard"
    private static let path: ObjectPath = "/org/onboard/Onboard/Keyboard"

    /// Asks Onboard itself, as a program on the desktop does, and does not wait.
    package func show() throws { try call("Show") }
    package func hide() throws { try call("Hide") }

    private func call(_ member: MemberName) throws {
        try desktop.bus.send(
            Message.call(Onboard.bus, Onboard.path, "org.onboard.Onboard.Keyboard", member))
    }

    /// Waits until it has shown or hidden itself, and its window and its strut with it. Before that it loses its way when it
    /// is asked for something else.
    package func wait(shown: Bool) throws {
        try desktop.loop.wait("Onboard, shown: \(shown)", log: "\(process.process.log)\(truth.places.suffix(20))") {
            let isReserved = truth.workArea != XDesktop.screen
            return isVisible == shown && (truth.places.last?.visible != nil) == shown
                && isReserved == (shown && isDocked)
        }
    }
}

extension Session {
    /// Writes a setting, as `KEY VALUE`.
    package func set(_ schema: String, _ setting: String) throws {
        let words = setting.split(separator: " ", maxSplits: 1).map(String.init)
        try run("gsettings", ["set", schema] + words)
    }
}

extension XDesktop {
    /// Writes a setting of Onboard's window: `KEY VALUE`, or `landscape:KEY VALUE`.
    package func setOnboard(_ setting: String) throws {
        let isOriented = setting.hasPrefix("landscape:")
        try set(
            isOriented ? "org.onboard.window.landscape" : "org.onboard.window",
            isOriented ? String(setting.dropFirst("landscape:".count)) : setting)
    }
}
