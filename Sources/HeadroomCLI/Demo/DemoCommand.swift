extension Command {
    static let demo = Command(
        "demo", "a daemon, a simulated pinyin keyboard and a plugin, and what they say",
        details: """
            Needs no desktop: it brings a bus of its own. Prints the notifications on standard output as dbus-monitor
            shows them, and on standard error what happens and what the plugin reports: it moves a form of which only it
            knows. Ends when the story is told.
            """,
        options: [
            Option("seconds", "N", "end after N seconds, even if the story is not told"),
            Option("session", "on the bus of this session, with the headroomd that runs there if there is one"),
        ]
    ) { arguments throws(Failure) in
        let seconds = try arguments.number("seconds", in: 0...1e6)
        let surroundings = arguments.has("session") ? nil : try PrivateSession()
        let demo = try Demo(in: surroundings, seconds: seconds)
        return try demo.run()
    }
}
