import HeadroomConfig
import HeadroomCore

/// What was learned of keyboards' frames, kept over restarts (contract, section 1: state).
final class LearnedStore {
    private let file: LearnedFile?
    private let log: Log
    /// Whether the last write failed: said once, not at every frame.
    private var isFailing = false

    init(folder: String?, log: Log) {
        file = folder.map { LearnedFile(folder: $0) }
        self.log = log
        if folder == nil { log.warning("neither XDG_STATE_HOME nor HOME is set: nothing learned is kept") }
    }

    /// What was learned before; nothing where it cannot be read, which is said.
    func read() -> LearnedFrames {
        guard let file else { return LearnedFrames() }
        do throws(FileError) {
            let (learned, complaint) = try file.read()
            if let complaint { log.warning(complaint) }
            return learned
        } catch {
            log.warning("what was learned before cannot be read: \(error)")
            return LearnedFrames()
        }
    }

    func write(_ learned: LearnedFrames) {
        guard let file else { return }
        do throws(FileError) {
            try file.write(learned)
            isFailing = false
        } catch {
            if !isFailing { log.warning("what was learned cannot be kept: \(error)") }
            isFailing = true
        }
    }
}
