import Foundation
import Support

/// Measures and states; fails nothing by time.
///
///   headroom-bench [--solver | --crowd] [--rounds N] [--rest SECONDS] [--json]
@main
struct Main {
    static func main() {
        var options = Options()
        do {
            options = try Options(CommandLine.arguments.dropFirst())
            var report = Report()
            switch options.part {
            case .solver: try SolverBench().run(into: &report)
            case .crowd: try CrowdBench(rounds: options.rounds).run(into: &report)
            case .all:
                try SolverBench().run(into: &report)
                try RelayBench(rounds: options.rounds).run(into: &report)
                try StartBench(rounds: 20).run(into: &report)
                try RestBench(seconds: options.restSeconds).run(into: &report)
            }
            print(options.isJSON ? report.json : report.table)
        } catch {
            FileHandle.standardError.write(Data("headroom-bench: \(error)\n".utf8))
            exit(1)
        }
    }
}

/// The command line of the benchmark.
struct Options {
    /// How many calls each relay gets; at 8 a second each.
    var rounds = 160
    /// For how long a resting daemon is watched.
    var restSeconds = 10.0
    var part = Part.all
    var isJSON = false

    enum Part {
        /// The solver and a daemon with one subscriber.
        case all
        /// The solver alone, without a daemon.
        case solver
        /// A daemon with many subscribers and plugins.
        case crowd
    }

    init() {}

    init(_ arguments: some Sequence<String>) throws {
        var rest = Array(arguments)[...]
        while let word = rest.popFirst() {
            switch word {
            case "--json": isJSON = true
            case "--solver": part = .solver
            case "--crowd": part = .crowd
            case "--rounds": rounds = try Options.number(rest.popFirst(), of: word)
            case "--rest": restSeconds = Double(try Options.number(rest.popFirst(), of: word))
            default:
                throw TestFailure(
                    "\(word): no such option; [--solver | --crowd] [--rounds N] [--rest SECONDS] [--json]")
            }
        }
    }

    private static func number(_ word: String?, of option: String) throws -> Int {
        guard let number = word.flatMap({ Int($0) }), number > 0 else { throw TestFailure("\(option) takes a number") }
        return number
    }
}
