import Foundation

/// Puts each fault into a copy of the core library and demands that a test notices.
///
///   mutation TREE COPY [--third N | NAME...]
///
/// TREE is the top of the sources, COPY a package that is built anew only where it differs from the last run.
@main
struct Mutation {
    static func main() {
        do {
            let arguments = CommandLine.arguments.dropFirst()
            guard arguments.count >= 2 else { throw Failure("mutation TREE COPY [--third N | NAME...]") }
            let copy = try Copy(
                of: URL(fileURLWithPath: arguments[1]), at: URL(fileURLWithPath: arguments[2]))
            let mutants = try chosen(by: Array(arguments.dropFirst(2)))
            try check(mutants, in: copy)
            try copy.build()
            let suites = Set(mutants.flatMap(\.suites)).sorted()
            guard try copy.passes(suites) else { throw Failure("tests fail without any fault: \(copy.log.path)") }
            var survivors: [String] = []
            for mutant in mutants {
                let text = try copy.text(mutant.file)
                try copy.write(text.replacingOccurrences(of: mutant.old, with: mutant.new), to: mutant.file)
                try copy.build()
                let survives = try copy.passes(mutant.suites)
                try copy.write(text, to: mutant.file)
                if survives { survivors.append(mutant.name) }
                say("\(survives ? "SURVIVES" : "noticed"): \(mutant.name) (\(mutant.file))")
            }
            say("\(mutants.count - survivors.count) of \(mutants.count) faults noticed")
            exit(survivors.isEmpty ? 0 : 1)
        } catch {
            say("mutation: \(error)")
            exit(2)
        }
    }

    /// Prints a line at once, also into a pipe.
    private static func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }

    /// All; of three parts one; or those named.
    private static func chosen(by words: [String]) throws -> [Mutant] {
        guard let first = words.first else { return Mutant.all }
        if first == "--third" {
            guard words.count == 2, let third = Int(words[1]), third >= 0 else {
                throw Failure("--third takes a number")
            }
            return Mutant.all.enumerated().filter { $0.offset % 3 == third % 3 }.map(\.element)
        }
        return try words.map { word in
            guard let mutant = Mutant.all.first(where: { $0.name == word }) else { throw Failure("no fault \(word)") }
            return mutant
        }
    }

    /// A fault that cannot be put in, or for which nobody watches, is an error and not noticed.
    private static func check(_ mutants: [Mutant], in copy: Copy) throws {
        for mutant in mutants {
            let count = try copy.text(mutant.file).components(separatedBy: mutant.old).count - 1
            guard count == 1 else { throw Failure("\(mutant.name): its text stands \(count) times in \(mutant.file)") }
            for suite in mutant.suites where !copy.tests.contains("struct \(suite) {") {
                throw Failure("\(mutant.name): there is no suite \(suite)")
            }
        }
    }
}

struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
