import HeadroomBus
import HeadroomCore
import HeadroomWire

/// The Keyboard interface on the bus: state, properties and signals, in step with the timeline.
final class Publisher {
    private let pipeline: Pipeline
    private let object: ExportedObject
    private let log: Log
    /// The signals without their values, once they were needed.
    private var templates: [(kind: Notification.Kind, signal: SignalTemplate)] = []
    /// The properties as everybody knows them.
    private(set) var values = KeyboardValues()
    /// Whether the name is ours: before, nobody listens to this connection, and GetState will tell them all.
    var isPublishing = false
    /// Whether any observer is active.
    var isWatching = false {
        didSet { publishQuietChanges() }
    }

    init(_ pipeline: Pipeline, on object: ExportedObject, log: Log) {
        self.pipeline = pipeline
        self.object = object
        self.log = log
        refresh(&values)
    }

    /// What GetState answers: who is believed now, too, also if that alone is new.
    var state: PublishedState {
        var (phase, notification) = pipeline.held.timeline.state
        let origin = pipeline.facts.origin
        if phase.isVisible, !origin.isEmpty { notification.details.origin = origin }
        return PublishedState(phase: phase, notification: notification)
    }

    /// The properties are what another daemon published last, and everybody knows them.
    func adopt(_ state: PublishedState) {
        values.take(state.notification)
        values.phase = state.phase
        refresh(&values)
    }

    /// Tells everybody of `notification`, the properties first.
    func publish(_ notification: Notification) {
        var new = values
        new.take(notification)
        refresh(&new, keepingWords: true)
        let changes = new.changes(since: values)
        values = new
        guard isPublishing else { return }
        log.detail(notification.summary)
        do throws(BusError) {
            let signal = try notification.message(from: template(notification.kind))
            try object.emitChanged(Names.keyboard, changes, then: signal)
        } catch {
            log.warning("a notification could not be sent: \(error.message)")
        }
    }

    private func template(_ kind: Notification.Kind) throws(BusError) -> SignalTemplate {
        if let known = templates.first(where: { $0.kind == kind }) { return known.signal }
        let signal = try kind.template()
        templates.append((kind, signal))
        return signal
    }

    /// Tells everybody of properties that changed without a notification: engine, abilities, outputs.
    func publishQuietChanges() {
        var new = values
        refresh(&new)
        let changes = new.changes(since: values)
        guard !changes.isEmpty else { return }
        values = new
        guard isPublishing else { return }
        do throws(BusError) {
            try object.emitChanged(Names.keyboard, changes)
        } catch {
            log.warning("a property change could not be sent: \(error.message)")
        }
    }

    /// Takes what no notification carries from the facts.
    private func refresh(_ values: inout KeyboardValues, keepingWords: Bool = false) {
        let facts = pipeline.facts
        values.canShow = facts.canShow
        values.canHide = facts.canHide
        values.isWatching = isWatching
        values.outputs = pipeline.outputs
        if !keepingWords { values.engine = facts.engine }
    }
}

extension Notification {
    /// One line for a log.
    var summary: String {
        let end = frameEnd
        return "\(kind.rawValue) \(serial) on \(output.isEmpty ? "no output" : output): "
            + "\(end.x),\(end.y) \(end.width)x\(end.height) in \(durationMS) ms (\(details.reason.rawValue), \(details.origin))"
    }
}
