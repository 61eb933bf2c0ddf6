internal import HeadroomClient
internal import HeadroomPluginKit

/// The end of a connection: it goes on in GTK's loop until everything was put back, and the daemon has heard of it.
final class Farewell {
    private let client: Client
    private let runner: Runner
    private var source: LoopSource?
    private var isOver = false
    /// Keeps itself until then.
    private var own: Farewell?

    init(_ client: Client, _ runner: Runner) {
        self.client = client
        self.runner = runner
    }

    func begin() {
        own = self
        runner.stop { [weak self] in self?.isOver = true }
        guard let descriptor = try? client.fileDescriptor else {
            own = nil
            return
        }
        source = LoopSource(readable: descriptor) { [weak self] in self?.turn() }
        turn()
    }

    private func turn() {
        do throws(ClientError) { try client.dispatch() } catch { isOver = true }
        guard isOver else { return }
        source = nil
        own = nil
    }
}
