import HeadroomCore

extension Command {
    static let scenario = Command(
        "scenario", "play scenario files through the core library; needs no bus",
        details: """
            A file is JSON lines, one case a line; - is standard input. Each case is answered by a line
            {"id":…,"after":[…]}: what holds after each of its events. A line that cannot be read is
            an error that names file, line and key; the others are answered all the same.
            """,
        options: [.init("check", "compare with what the cases expect: id, step, key, expected, got")],
        operands: "FILE…"
    ) { arguments throws(Failure) in
        guard !arguments.operands.isEmpty else { throw .usage("scenario needs a file, or - for standard input") }
        var isClean = true
        for file in arguments.operands {
            var reader = ScenarioReader(
                file: file == "-" ? "standard input" : file, isChecking: arguments.has("check"))
            try ByteFile.read(file) { bytes in
                for result in reader.read(bytes) { isClean = report(result) && isClean }
            }
            for result in reader.finish() { isClean = report(result) && isClean }
        }
        return isClean ? 0 : 1
    }

    /// Prints what came of a line. Returns whether it is as it should be.
    private static func report(_ result: ScenarioReader.Result) -> Bool {
        switch result {
        case .answers(let text): Terminal.line(text)
        case .checked(let differences): for difference in differences { Terminal.line(difference.description.clean) }
        case .failed(let error): Terminal.complain(error.description.clean)
        }
        return !result.isFailure
    }
}
