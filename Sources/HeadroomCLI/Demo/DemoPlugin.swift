import HeadroomClient
import HeadroomCore
import HeadroomPluginKit

/// The plugin of the demonstration, at work: moves its form, and prints what the daemon tells of its reports.
final class DemoPlugin: DemoSubject {
    var onReady: () -> Void = {}
    var onPutBack: () -> Void = {}
    var onFailed: (Failure) -> Void = { _ in }
    private(set) var isReady = false
    private(set) var hasMoved = false

    private let form = DemoForm(output: Story.usualSize)
    private let runner: Runner
    private let engagement: Engagement
    private let watch: AvoidanceWatch

    /// `variable`: the environment that it lives in.
    init(_ client: Client, environment variable: @escaping (String) -> String?) throws(Failure) {
        do throws(ClientError) {
            runner = try Runner(client, name: "demo-form", kind: .app, environment: variable)
            engagement = try runner.engage(form)
        } catch {
            throw Failure(error)
        }
        let told = Told()
        watch = client.watchAvoidance { update in told.update?(update) }
        told.update = { [unowned self] update in self.told(update) }
        engagement.onActive = { [unowned self] _ in becomeReady() }
        // One that the daemon does not take moves nothing; there is a story to tell all the same.
        runner.onRefused = { [unowned self] _ in becomeReady() }
    }

    /// Breaks the ring between the watch and its owner.
    private final class Told {
        var update: ((AvoidanceWatch.Update) -> Void)?
    }

    func daemonCame() {}

    func end() {}

    func begin(on output: Rect) {
        form.output = output
        engagement.layoutChanged()
    }

    private func becomeReady() {
        guard !isReady else { return }
        isReady = true
        onReady()
    }

    private func told(_ update: AvoidanceWatch.Update) {
        guard case .reported(let state) = update else { return }
        Terminal.complain("# \(state.line)")
        hasMoved = state.report.saysMoved
        if !hasMoved { onPutBack() }
    }
}
