import HeadroomWire

/// The program `headroom`: finds the command and runs it.
package enum Program {
    /// Runs the command that `words` ask for.
    ///
    /// - Parameter words: the command line without the program's name.
    /// - Returns: the exit code: 0 done, 1 failure, 2 wrong usage.
    package static func run(_ words: [String]) -> Int32 {
        do throws(Failure) {
            guard let name = words.first else {
                Terminal.complain(Help.text(Commands.all))
                return 2
            }
            if name == "--help" || name == "-h" { return help() }
            if name == "--version" { return Terminal.line("headroom \(Names.release)") ? 0 : 1 }
            guard let command = Commands.all.first(where: { $0.name == name }) else {
                throw .usage("\(name.clean): no such command; headroom --help lists them")
            }
            return try run(command, words.dropFirst())
        } catch {
            Terminal.complain("headroom: \(error.message)")
            return error.code
        }
    }

    private static func run(_ command: Command, _ words: ArraySlice<String>) throws(Failure) -> Int32 {
        let arguments: Arguments
        do throws(Failure) {
            arguments = try Arguments(words, for: command)
            if arguments.wantsHelp { return help(command) }
            return try command.run(arguments)
        } catch {
            guard error.code == 2 else { throw error }
            throw .usage("\(error.message); headroom \(command.name) --help explains it")
        }
    }

    /// Prints the help of a command, or of all.
    static func help(_ command: Command? = nil) -> Int32 {
        Terminal.line(command.map(Help.text) ?? Help.text(Commands.all)) ? 0 : 1
    }
}
