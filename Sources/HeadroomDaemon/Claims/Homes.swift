import Glibc
import HeadroomBus

/// Finds where processes live, and notices when they end (contract, section 4: subjects).
final class Homes {
    private let loop: EventLoop
    private var watches: [ProcessIdentity: ProcessWatch] = [:]
    /// Called when a process that was looked up has ended, unless it was forgotten.
    var onEnded: (ProcessIdentity) -> Void = { _ in }

    init(loop: EventLoop) { self.loop = loop }

    /// The home of a process, which is watched from now on; nil if there is none of this number.
    func home(of pid: UInt32) -> Home? { look(pid) { .process($0) } }

    /// The home of what is behind a connection, whose process is `pid` as far as the bus knows.
    func home(of connection: BusName, _ pid: UInt32?) -> Home {
        let home = pid.flatMap { pid in
            // Everything behind one proxy has the proxy's process.
            look(pid) { ProcessFiles(pid).isProxy ? nil : .process($0) }
        }
        return home ?? Home(subject: .connection(connection))
    }

    func forget(_ process: ProcessIdentity) { watches[process] = nil }

    /// Opens the process, then reads of it, then looks whether it is still the same: a number is not used again while
    /// the process has not ended, and of another one the start would differ.
    private func look(_ pid: UInt32, otherwise subject: (ProcessIdentity) -> Subject?) -> Home? {
        let files = ProcessFiles(pid)
        guard let number = Int32(exactly: pid), number > 0, let startTime = files.startTime else { return nil }
        let process = ProcessIdentity(pid: pid, startTime: startTime)
        let watch =
            watches[process]
            ?? (try? ProcessWatch(loop: loop, pid: number) { [weak self] in self?.end(process) })
        let found = files.flatpakInstance.map { Subject.flatpak(instance: $0) } ?? subject(process)
        guard let watch, let found, files.startTime == startTime else { return nil }
        watches[process] = watch
        return Home(subject: found, process: process)
    }

    private func end(_ process: ProcessIdentity) {
        guard watches.removeValue(forKey: process) != nil else { return }
        onEnded(process)
    }
}
