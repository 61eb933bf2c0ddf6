import HeadroomCore
import Support

/// A touch screen of an X desktop's own, which fingers are put on.
///
/// Xvfb has none, and the XTEST extension knows no fingers. Xorg has a driver for tests, which takes what devices say
/// from a socket, and one for a graphics card that is not there.
package final class TouchScreen {
    private let fingers: Teller

    /// Of a desktop that was made to have one.
    package init(_ desktop: XDesktop) throws {
        let size = XDesktop.screen.size
        fingers = try desktop.python(
            "xtouch.py", [TouchScreen.socket(desktop), "\(Int(size.width))", "\(Int(size.height))"])
    }

    package func down(_ finger: Int = 0, x: Int, y: Int) throws { try fingers.tell("down \(finger) \(x) \(y)") }
    package func move(_ finger: Int = 0, x: Int, y: Int) throws { try fingers.tell("move \(finger) \(x) \(y)") }
    package func up(_ finger: Int = 0) throws { try fingers.tell("up \(finger)") }

    private static func socket(_ desktop: XDesktop) -> String { "\(desktop.folder)/touch.socket" }

    /// Writes what Xorg has to know of such a desktop.
    ///
    /// - Returns: its arguments.
    static func configure(_ desktop: XDesktop) throws -> [String] {
        let size = XDesktop.screen.size
        let (width, height) = (Int(size.width), Int(size.height))
        // Other devices are none of its business.
        let text = """
            Section "ServerFlags"
              Option "AutoAddDevices" "false"
            EndSection
            Section "Device"
              Identifier "card"
              Driver "dummy"
              VideoRam 16384
            EndSection
            Section "Monitor"
              Identifier "monitor"
              HorizSync 5-1000
              VertRefresh 5-200
              Modeline "mode" 83.5 \(width) \(width + 72) \(width + 200) \(width + 400) \
            \(height) \(height + 3) \(height + 9) \(height + 31)
            EndSection
            Section "Screen"
              Identifier "screen"
              Device "card"
              Monitor "monitor"
              DefaultDepth 24
              SubSection "Display"
                Modes "mode"
              EndSubSection
            EndSection
            \(device("Keyboard", desktop))
            \(device("Pointer", desktop))
            \(device("Touch", desktop))
            Section "ServerLayout"
              Identifier "layout"
              Screen "screen"
              InputDevice "Keyboard" "CoreKeyboard"
              InputDevice "Pointer" "CorePointer"
              InputDevice "Touch" "SendCoreEvents"
            EndSection

            """
        try desktop.write(text, to: "xorg.conf")
        // On a seat of its own it needs no console.
        return [
            "-config", "\(desktop.folder)/xorg.conf", "-logfile", "\(desktop.folder)/xorg.log", "-seat", "headless",
        ]
    }

    private static func device(_ kind: String, _ desktop: XDesktop) -> String {
        let path = kind == "Touch" ? socket(desktop) : "\(desktop.folder)/\(kind).socket"
        return """
            Section "InputDevice"
              Identifier "\(kind)"
              Driver "inputtest"
              Option "DeviceType" "\(kind)"
              Option "SocketPath" "\(path)"
              Option "TouchCount" "4"
            EndSection
            """
    }
}
