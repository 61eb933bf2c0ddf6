/// The table of commands. Another one is a file and a line here.
enum Commands {
    static let all: [Command] = [
        .status, .monitor, .plugins, .show, .hide, .simulate, .scenario, .picture, .doctor, .demo, .help,
    ]
}

extension Command {
    static let help = Command("help", "print this, or what a command takes", operands: "[COMMAND]") {
        arguments throws(Failure) in
        guard let name = arguments.operands.first else { return Program.help() }
        guard let command = Commands.all.first(where: { $0.name == name }) else {
            throw .usage("\(name.clean): no such command")
        }
        return Program.help(command)
    }
}
