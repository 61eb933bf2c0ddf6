import HeadroomCore

/// What the keyboard of the demonstration covers, and who moves it.
protocol DemoSubject: AnyObject {
    /// Called when it is known whether it may move things.
    var onReady: () -> Void { get set }
    /// Called when it has put everything back.
    var onPutBack: () -> Void { get set }
    /// Called when it cannot go on.
    var onFailed: (Failure) -> Void { get set }
    /// Whether it is known whether it may move things.
    var isReady: Bool { get }
    /// Whether something stands elsewhere, by the reports.
    var hasMoved: Bool { get }

    /// There is a daemon.
    func daemonCame()
    /// The story begins, on this output.
    func begin(on output: Rect)
    /// Takes everything down that it started.
    func end()
}
