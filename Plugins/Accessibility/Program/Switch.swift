import Glibc
import HeadroomBus
public import HeadroomClient

/// Turns accessibility on for the user, and off again: `IsEnabled` of `org.a11y.Status`, which the desktop keeps for good.
///
/// Whether it was we who turned it on is written down, so that only that is undone.
public final class Switch {
    private let client: Client
    /// Where it is written down; nil: there is no place.
    private let path: String?

    public init(_ client: Client, environment variable: (String) -> String?) {
        self.client = client
        path = Self.folder(variable).map { "\($0)/accessibility-was-off" }
    }

    private static func folder(_ variable: (String) -> String?) -> String? {
        if let state = variable("XDG_STATE_HOME"), state.hasPrefix("/") { return "\(state)/headroom" }
        return variable("HOME").flatMap { $0.hasPrefix("/") ? "\($0)/.local/state/headroom" : nil }
    }

    /// Turns it on, or off if that is ours to do; `done` is told what came of it, in words, and whether it is so.
    public func turn(on isOn: Bool, _ done: @escaping (_ text: String, _ isDone: Bool) -> Void) {
        read { [self] isEnabled in
            switch (isEnabled, isOn) {
            case (nil, _): done("the accessibility bus's launcher does not answer; at-spi2-core is needed", false)
            case (true?, true): done("accessibility is on already", true)
            case (false?, false):
                forget()
                done("accessibility is off already", true)
            case (false?, true):
                guard remember() else { return done("it cannot be written down that accessibility was off", false) }
                write(true, done)
            case (true?, false):
                guard isOurs else { return done("accessibility was not turned on by this program, and stays on", true) }
                write(false, done)
            }
        }
    }

    // MARK: The launcher

    private func read(_ answer: @escaping (Bool?) -> Void) {
        call("Get", "ss", value: nil) { reply throws(BusError) in
            try reply.variant { value throws(BusError) in try value.bool() }
        } ended: {
            answer($0)
        }
    }

    private func write(_ isOn: Bool, _ done: @escaping (String, Bool) -> Void) {
        call("Set", "ssv", value: isOn) { _ throws(BusError) in
            true
        } ended: { [self] isDone in
            guard isDone == true else { return done("accessibility could not be turned \(isOn ? "on" : "off")", false) }
            if !isOn { forget() }
            done(
                isOn
                    ? "accessibility is on; programs that run already may have to be started anew"
                    : "accessibility is off again", true)
        }
    }

    private func call(
        _ member: MemberName, _ signature: Signature, value: Bool?,
        read: @escaping (inout Reader) throws(BusError) -> Bool, ended: @escaping (Bool?) -> Void
    ) {
        do throws(BusError) {
            let question = try Message.call(
                AccessibilityNames.launcher, AccessibilityNames.launcherPath, AccessibilityNames.properties, member,
                signature
            ) { writer throws(BusError) in
                try writer.string("org.a11y.Status")
                try writer.string("IsEnabled")
                if let value { try writer.variant("b") { variant throws(BusError) in try variant.bool(value) } }
            }
            question.autoStarts = true
            client.connection.call(question) { result in
                switch result {
                case .success(let reply): ended(try? reply.read(read))
                case .failure: ended(nil)
                }
            }
        } catch {
            client.later { ended(nil) }
        }
    }

    // MARK: What is written down

    private var isOurs: Bool { path.map { access($0, F_OK) == 0 } ?? false }

    private func remember() -> Bool {
        guard let path else { return false }
        var folder = ""
        for part in path.split(separator: "/").dropLast() {
            folder += "/\(part)"
            mkdir(folder, 0o700)
        }
        let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { return false }
        close(file)
        return true
    }

    private func forget() { if let path { unlink(path) } }
}
