import Support
import Synchronization
import Testing

/// The logs of the daemons that a test started, put under whatever goes wrong in it.
final class Notes: Sendable {
    @TaskLocal static var current = Notes()

    private let daemons = Mutex<[Log]>([])

    private struct Log: @unchecked Sendable {
        let child: ChildProcess
    }

    func add(_ child: ChildProcess) { daemons.withLock { $0.append(Log(child: child)) } }

    var text: String { daemons.withLock { $0.map { "process \($0.child.pid):\n\($0.child.log)" } }.joined() }

    func forget() { daemons.withLock { $0 = [] } }
}

/// Gives each test its own ``Notes``.
struct NotesTrait: TestTrait, SuiteTrait, TestScoping {
    let isRecursive = true

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        guard testCase != nil else { return try await function() }
        let notes = Notes()
        defer { notes.forget() }
        try await Notes.$current.withValue(notes) { try await function() }
    }
}

extension Trait where Self == NotesTrait {
    static var notes: Self { Self() }
}

extension Trait where Self == IssueHandlingTrait {
    /// Issues carry what the test's daemons said.
    static var withLog: Self {
        .compactMapIssues { issue in
            var issue = issue
            let log = Comment(rawValue: Notes.current.text)
            if !issue.comments.contains(log) { issue.comments.append(log) }
            return issue
        }
    }
}
