/// The command line of `headroomd` (contract, section 6).
package struct Options: Sendable, Hashable {
    package enum Job: Sendable, Hashable {
        case serve
        /// Prints the interfaces and ends; no bus is needed.
        case introspect
        /// Reads headroom.conf, prints what is wrong with it, and ends.
        case checkConfig
        case help
        case version
    }

    package var job = Job.serve
    /// Takes the place of a daemon that runs already.
    package var replaces = false
    package var isVerbose = false

    package struct Problem: Error, Sendable, Hashable, CustomStringConvertible {
        package let description: String
    }

    /// Reads the arguments, without the program's name.
    ///
    /// - Throws: for an option that there is not.
    package init(_ arguments: some Sequence<String>) throws(Problem) {
        for argument in arguments {
            switch argument {
            case "--replace": replaces = true
            case "--verbose", "-v": isVerbose = true
            case "--introspect": job = .introspect
            case "--check-config": job = .checkConfig
            case "--help", "-h": job = .help
            case "--version": job = .version
            default: throw Problem(description: "\(argument): no such option; headroomd --help lists them")
            }
        }
    }

    package static let help = """
        headroomd: tells every program on this desktop where the on-screen keyboard is

          headroomd [--replace] [--verbose]
          headroomd --introspect | --check-config | --version | --help

          --replace        take the place of a headroomd that runs already; nobody sees a blink
          --verbose, -v    say on standard error what is seen and done
          --introspect     print the D-Bus interfaces and end; needs no bus
          --check-config   read headroom.conf, print what is wrong with it, and end;
                           exits 1 if anything is

        It needs a session bus and serves the display of its environment. It ends on SIGTERM and
        reads headroom.conf again on SIGHUP. See headroomd(1), and headroom(1) for looking on.

        """
}
