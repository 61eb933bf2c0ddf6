internal import Glibc
import HeadroomClient

@main
enum Main {
    static func main() {
        let words = Array(CommandLine.arguments.dropFirst())
        if words == ["--help"] || words == ["-h"] {
            print(Options.usage, terminator: "")
            exit(0)
        }
        guard let options = Options(words) else {
            complain(Options.usage)
            exit(2)
        }
        do {
            exit(try Example(options).run())
        } catch {
            complain("headroom-example: \(error)\n")
            exit(1)
        }
    }

    private static func complain(_ text: String) {
        var text = text
        _ = text.withUTF8 { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
