import CGTK4
import Glibc
import HeadroomPluginKit

/// Rehearses the GTK 4 plugin's world with real windows of a kind, and prints where it breaks the kit's contract, one a line;
/// then how many times it does.
@main
enum Main {
    static func main() {
        guard gtk_init_check() != 0 else {
            print("no display")
            exit(1)
        }
        guard let kind = CommandLine.arguments.dropFirst().first.flatMap(RehearsedWindow.Kind.init) else {
            print("usage: gtk4-rehearsal \(RehearsedWindow.Kind.allCases.map(\.rawValue).joined(separator: "|"))")
            exit(2)
        }
        let breaches = Rehearsal.breaches(playing: Rehearsal.Scene.allCases) { _ in RehearsedWindow(kind) }
        for breach in breaches { print(breach) }
        print("\(breaches.count) breaches")
    }
}
