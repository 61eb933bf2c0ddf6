import HeadroomCore

extension Command {
    static let picture = Command(
        "picture", "draw a case of a scenario file as SVG; needs no bus",
        details: """
            One frame for the moment before the first event and one after each: the outputs, what is
            moved, the keyboard with its candidate bar, the field with and without the adjustment.
            - is standard input, or standard output.
            """,
        options: [
            .init("output", letter: "o", "OUT.svg", "the file that is written"),
            .init("case", "ID", "the case that is drawn; the file's first if not given"),
        ],
        operands: "FILE"
    ) { arguments throws(Failure) in
        guard let file = arguments.operands.first, arguments.operands.count == 1 else {
            throw .usage("picture needs one file, or - for standard input")
        }
        guard let output = arguments.text("output") else { throw .usage("picture needs -o and a file to write") }
        var reader = PictureReader(file: file == "-" ? "standard input" : file, id: arguments.text("case"))
        try ByteFile.read(file) { reader.read($0) }
        let (picture, errors) = reader.finish()
        for error in errors { Terminal.complain(error.description.clean) }
        guard let picture else { return 1 }
        try ByteFile.write(picture.svg, to: output)
        return 0
    }
}
