import HeadroomConfig
import HeadroomCore

/// What was learned of keyboards' frames and of candidates, kept over restarts (contract, section 1: state).
final class LearnedStore {
    private let frames: LearnedFile?
    private let candidates: LearnedCandidatesFile?
    private let log: Log
    /// Whether the last write failed: said once, not at every frame.
    private var isFailing = false

    init(folder: String?, log: Log) {
        frames = folder.map { LearnedFile(folder: $0) }
        candidates = folder.map { LearnedCandidatesFile(folder: $0) }
        self.log = log
        if folder == nil { log.warning("neither XDG_STATE_HOME nor HOME is set: nothing learned is kept") }
    }

    /// What was learned of frames before; nothing where it cannot be read, which is said.
    func readFrames() -> LearnedFrames {
        guard let frames else { return LearnedFrames() }
        return read(LearnedFrames()) { () throws(FileError) in try frames.read() }
    }

    /// What was learned of candidates before; nothing where it cannot be read, which is said.
    func readCandidates() -> LearnedCandidates {
        guard let candidates else { return LearnedCandidates() }
        return read(LearnedCandidates()) { () throws(FileError) in try candidates.read() }
    }

    private func read<Learned>(
        _ nothing: Learned, _ file: () throws(FileError) -> (learned: Learned, complaint: String?)
    ) -> Learned {
        do throws(FileError) {
            let (learned, complaint) = try file()
            if let complaint { log.warning(complaint) }
            return learned
        } catch {
            log.warning("what was learned before cannot be read: \(error)")
            return nothing
        }
    }

    /// Writes what is given; nil stays as it is in its file.
    func write(_ frames: LearnedFrames?, _ candidates: LearnedCandidates?) {
        do throws(FileError) {
            if let frames { try self.frames?.write(frames) }
            if let candidates { try self.candidates?.write(candidates) }
            isFailing = false
        } catch {
            if !isFailing { log.warning("what was learned cannot be kept: \(error)") }
            isFailing = true
        }
    }
}
