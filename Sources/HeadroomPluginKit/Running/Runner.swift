public import HeadroomClient
internal import HeadroomConfig
internal import HeadroomCore

/// A plugin at work: registers, claims, follows the keyboard, and has its worlds moved.
///
/// ```swift
/// let client = try Client()
/// let runner = try Runner(client, name: "my-app", kind: .app)
/// let engagement = try runner.engage(MyWorld())
/// // Whenever the user or the application does something:
/// engagement.focusChanged()
/// _ = try client.run()
/// ```
///
/// It lives on its client's thread, and puts back what it moved with ``stop(_:)``. Two things it takes from
/// headroom.conf, anew for each keyboard that shows: `[apps] ignore` and `[motion] reduced`.
public final class Runner {
    public let name: String
    public let kind: Plugin.Kind
    /// Called when the daemon does not take the plugin: it moves nothing until there is another daemon.
    public var onRefused: ((ClientError) -> Void)?

    let client: Client
    let plugin: Plugin
    let file: MovedFile
    private let preferences: MotionPreferences
    private var settings: SettingsFollower
    private var subscription: KeyboardSubscription?
    private var engagements: [Engagement] = []
    private var stopped: (() -> Void)?

    /// - Parameters:
    ///   - client: the connection; its loop is the plugin's.
    ///   - name: what the plugin is called, for users.
    ///   - kind: its rank.
    ///   - variable: the environment; for tests.
    /// - Throws: ``ClientError/Code/system`` if the system gives no timer.
    public init(
        _ client: Client, name: String, kind: Plugin.Kind,
        environment variable: @escaping (String) -> String? = Runner.environment
    ) throws(ClientError) {
        self.client = client
        self.name = name
        self.kind = kind
        settings = SettingsFollower(path: Places.configuration(variable))
        file = MovedFile(plugin: name, environment: variable)
        preferences = MotionPreferences(client)
        plugin = client.plugin(name: name, kind: kind)
        plugin.onUpdate = { [weak self] update in self?.told(update) }
        subscription = try client.subscribe { [weak self] update in self?.told(update) }
    }

    /// A variable of this process's environment.
    public static func environment(_ name: String) -> String? { Places.environment(name) }

    // MARK: Engaging

    /// Moves things in the plugin's own application, when it holds it. For ``Plugin/Kind/app`` and
    /// ``Plugin/Kind/toolkit``; one world.
    ///
    /// - Throws: ``ClientError/Code/system`` if the system gives no timer.
    public func engage(_ world: any World) throws(ClientError) -> Engagement {
        let engagement = try begin(world, process: nil)
        engagement.claim(plugin.isActive())
        return engagement
    }

    /// Claims the application of a process, and moves things there when it holds it. For plugins that work from outside;
    /// one world an application, whatever the number of its windows.
    ///
    /// - Throws: ``ClientError/Code/system`` if the system gives no timer.
    public func engage(_ world: any World, of process: UInt32) throws(ClientError) -> Engagement {
        let engagement = try begin(world, process: process)
        plugin.claim([process]) { [weak self, weak engagement] answer in
            guard let self, let engagement, case .success(let claims) = answer, let claim = claims.first else { return }
            engagement.subject = claim.subject
            engagement.claim(plugin.isActive(in: claim.subject))
            if !claim.subject.isEmpty { engagement.waits() }
        }
        return engagement
    }

    private func begin(_ world: any World, process: UInt32?) throws(ClientError) -> Engagement {
        let engagement = try Engagement(world, of: self, process: process)
        engagements.append(engagement)
        if let state = subscription?.state {
            prepare(engagement)
            engagement.carryOut(engagement.mover.keyboard(.current(state), at: client.now))
        }
        return engagement
    }

    /// Forgets what the plugin moved when it was here last, in applications that have gone meanwhile. `isThere` is asked of
    /// each of their names (``World/lastingName``).
    public func forgetLeftOvers(unless isThere: (String) -> Bool) {
        for name in file.moved.keys where !isThere(name) { file.forget(name) }
    }

    /// Puts back what was moved there, reports that, and gives the application up.
    public func disengage(_ engagement: Engagement) { engagement.leave() }

    /// Puts everything back at once, and moves nothing any more. `done` is called when everything stands in its place: end
    /// the program then, not before.
    public func stop(_ done: @escaping () -> Void) {
        subscription = nil
        stopped = done
        for engagement in engagements { disengage(engagement) }
        if engagements.isEmpty { left(nil) }
    }

    /// Nothing is moved there any more.
    func left(_ engagement: Engagement?) {
        engagements.removeAll { $0 === engagement }
        if let subject = engagement?.subject { plugin.release([subject]) }
        guard engagements.isEmpty, let done = stopped else { return }
        stopped = nil
        client.later(done)
    }

    // MARK: What is told

    private func told(_ update: KeyboardUpdate) {
        let isDid = if case .notification(let notification) = update { !notification.kind.isWill } else { false }
        for engagement in engagements {
            if !isDid { prepare(engagement) }
            engagement.carryOut(engagement.mover.keyboard(update, at: client.now))
        }
    }

    /// What the configuration and the desktop say of it now.
    private func prepare(_ engagement: Engagement) {
        let settings = settings.now
        let names = engagement.world.names.map { $0.lowercased() }
        engagement.mover.isWelcome = !settings.ignoredApps.contains { names.contains($0.lowercased()) }
        engagement.mover.isReduced =
            switch settings.reducedMotion {
            case .yes: true
            case .no: false
            case .auto: engagement.world.prefersReducedMotion ?? preferences.isReduced
            }
    }

    private func told(_ update: Plugin.Update) {
        switch update {
        case .active(let subject): claim(subject, true)
        case .inactive(let subject, _), .ended(let subject): claim(subject, false)
        case .refused(let error):
            for engagement in engagements { engagement.claim(false) }
            onRefused?(error)
        }
    }

    private func claim(_ subject: String, _ isActive: Bool) {
        for engagement in engagements where engagement.process == nil || engagement.subject == subject {
            engagement.claim(isActive)
        }
    }
}
