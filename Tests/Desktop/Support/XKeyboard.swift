package import HeadroomCore
import Support

/// A keyboard on an X desktop that has no interface but its window.
package protocol XKeyboard: AnyObject {
    var desktop: XDesktop { get }
    /// The process that its window belongs to.
    var process: Teller { get }
    /// Where it really is.
    var truth: XDesktop.Truth { get }

    /// Asks for it to be shown or hidden, by its own means, and does not wait. What it is asked may be lost.
    func ask(shown: Bool) throws
}

extension XKeyboard {
    /// Has it shown or hidden, and waits until its window is.
    package func show() throws { try ask(until: true) }
    package func hide() throws { try ask(until: false) }

    private func ask(until isShown: Bool) throws {
        for _ in 0..<100 {
            try ask(shown: isShown)
            for _ in 0..<25 {
                if (truth.places.last?.frame != nil) == isShown { return }
                try desktop.pass(microseconds: 20_000)
            }
        }
        throw TestFailure("the keyboard is not to be \(isShown ? "shown" : "hidden"): \(truth.places.suffix(20))")
    }

    /// Waits until its window is here.
    package func wait(at frame: Rect) throws {
        try truth.wait("the keyboard at \(frame)") { $0.frame == frame }
    }
}

/// xvkbd, which is shown for as long as it runs and its window is no icon.
package final class Xvkbd: XKeyboard {
    package let desktop: XDesktop
    package let process: Teller
    package let truth: XDesktop.Truth
    private let manager: Teller

    /// Starts it at a place, as X programs take it (`640x200+100+300`), and waits until it stands.
    package init(_ desktop: XDesktop, _ geometry: String) throws {
        self.desktop = desktop
        truth = try XDesktop.Truth(desktop, of: "XVkbd")
        process = try desktop.start("xvkbd", ["-geometry", geometry])
        try truth.wait("xvkbd's window") { $0.visible != nil }
        manager = try desktop.python("xask.py", ["XVkbd"])
    }

    package func ask(shown: Bool) throws { try ask(shown ? "restore" : "iconify") }

    /// Asks the window manager, as `xask.py` knows it.
    package func ask(_ command: String) throws { try manager.tell(command) }
}

/// matchbox-keyboard as input-method menus control it. While it starts or shows itself it is deaf.
package final class MatchboxKeyboard: XKeyboard {
    package let desktop: XDesktop
    package let process: Teller
    package let truth: XDesktop.Truth
    private let menu: Teller

    /// Starts it, hidden.
    package init(_ desktop: XDesktop) throws {
        self.desktop = desktop
        truth = try XDesktop.Truth(desktop, of: "title:Keyboard")
        process = try desktop.start("matchbox-keyboard", ["--daemon"])
        menu = try desktop.python("xask.py", ["title:Keyboard"])
    }

    package func ask(shown: Bool) throws { try ask(shown ? "keyboard show" : "keyboard hide") }

    /// Asks it or the window manager, as `xask.py` knows it.
    package func ask(_ command: String) throws { try menu.tell(command) }
}

extension XDesktop {
    /// A window with the frame that openbox gives it, as far as it is on the screen.
    package func framed(_ window: Rect) -> Rect {
        Rect(left: window.left - 1, top: window.top - 20, right: window.right + 1, bottom: window.bottom + 5)
            .intersection(XDesktop.screen)
    }
}
