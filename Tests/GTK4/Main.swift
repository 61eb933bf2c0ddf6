import CGTK4
import Glibc
import HeadroomPluginKit

/// Rehearses the GTK 4 plugin's world with real windows, and prints where it breaks the kit's contract, one a line; then how
/// many there are.
@main
enum Main {
    static func main() {
        guard gtk_init_check() != 0 else {
            print("no display")
            exit(1)
        }
        var count = 0
        for kind in RehearsedWindow.Kind.allCases {
            for breach in Rehearsal.breaches(playing: Rehearsal.Scene.allCases, with: { _ in RehearsedWindow(kind) }) {
                print("\(kind.rawValue): \(breach)")
                count += 1
            }
        }
        print("\(count) breaches")
    }
}
