/// The command line of `headroom-accessibility`.
public struct Options: Sendable, Hashable {
    public enum Job: Sendable, Hashable {
        /// Keeps fields in sight until it is ended.
        case run
        /// The same for a user who has asked for it by ``enable``; does nothing for others.
        case runIfEnabled
        /// The user wants it: has sessions start it, and turns accessibility on for this user, for good.
        case enable
        /// Undoes that; accessibility is turned off if it was turned on by us.
        case disable
        case help
    }

    public var job = Job.run
    public var isVerbose = false

    public struct Problem: Error, Sendable, Hashable, CustomStringConvertible {
        public let description: String
    }

    /// Reads the arguments, without the program's name.
    ///
    /// - Throws: for an option that there is not.
    public init(_ arguments: some Sequence<String>) throws(Problem) {
        for argument in arguments {
            switch argument {
            case "--if-enabled": job = .runIfEnabled
            case "--enable": job = .enable
            case "--disable": job = .disable
            case "--verbose", "-v": isVerbose = true
            case "--help", "-h": job = .help
            case _: throw Problem(description: "\(argument): no such option; headroom-accessibility --help lists them")
            }
        }
    }

    public static let help = """
        headroom-accessibility: keeps the field you type in above the keyboard, in programs that know nothing of it

          headroom-accessibility [--if-enabled] [--verbose]
          headroom-accessibility --enable | --disable | --help

          --enable         start with your sessions from now on, and turn accessibility on for you: Qt programs
                           and Chromium, started after it, can be seen; GTK programs can be seen without it
          --disable        undo that; accessibility is turned off if --enable turned it on
          --if-enabled     end at once unless you have said --enable; so sessions start it
          --verbose, -v    say on standard error what is seen and done

        It needs a session bus and headroomd, and ends on SIGTERM, with everything in its place.
        Places and scroll bars are looked at, never text. See headroom-accessibility(1).

        """
}
