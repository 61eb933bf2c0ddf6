/// What `--help` prints, made of the table of commands.
enum Help {
    /// The whole program's.
    static func text(_ commands: [Command]) -> String {
        let rows = commands.map { ($0.name, $0.summary) }
        return """
            headroom: look at and try out what headroomd publishes

              headroom COMMAND [OPTION…]
              headroom COMMAND --help
              headroom --version

            \(table(rows))

            Exit code: 0 if it was done, 1 on failure, 2 on wrong usage. See headroom(1) and headroomd(1).
            """
    }

    /// One command's.
    static func text(_ command: Command) -> String {
        let operands = command.operands.isEmpty ? "" : " \(command.operands)"
        let options = command.options.map { ($0.usage, $0.help) }
        var text = """
            headroom \(command.name): \(command.summary)

              headroom \(command.name)\(command.options.isEmpty ? "" : " [OPTION…]")\(operands)

            \(table(options + [("--help", "print this")]))
            """
        if !command.details.isEmpty { text += "\n\n\(command.details)" }
        return text
    }

    /// Two columns.
    private static func table(_ rows: [(String, String)]) -> String {
        let width = (rows.map(\.0.count).max() ?? 0) + 3
        return rows.map { "  \($0.padded(to: width))\($1)" }.joined(separator: "\n")
    }
}
