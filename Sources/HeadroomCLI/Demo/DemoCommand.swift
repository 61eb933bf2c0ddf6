import HeadroomConfig

extension Command {
    static let demo = Command(
        "demo", "a daemon, a simulated pinyin keyboard and a plugin, and what they say",
        details: """
            Needs no desktop: it brings a bus of its own. Prints the notifications on standard output as dbus-monitor
            shows them, and on standard error what happens and what the plugin reports: it moves a form of which only it
            knows, or with --gtk a window. Ends when the story is told.
            """,
        options: [
            Option("seconds", "N", "end after N seconds, even if the story is not told"),
            Option("gtk", "a GTK 4 program on this display as what is covered: a form that keeps its fields in sight"),
            Option("session", "on the bus of this session, with the headroomd that runs there if there is one"),
        ]
    ) { arguments throws(Failure) in
        let seconds = try arguments.number("seconds", in: 0...1e6)
        let hasWindow = arguments.has("gtk")
        if hasWindow, ["DISPLAY", "WAYLAND_DISPLAY"].allSatisfy({ Places.environment($0)?.isEmpty ?? true }) {
            throw Failure("--gtk needs a display: neither WAYLAND_DISPLAY nor DISPLAY is set")
        }
        let surroundings = arguments.has("session") ? nil : try PrivateSession(hasDisplay: hasWindow)
        let demo = try Demo(in: surroundings, hasWindow: hasWindow, seconds: seconds)
        return try demo.run()
    }
}
