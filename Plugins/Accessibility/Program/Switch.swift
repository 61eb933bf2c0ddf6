import HeadroomBus
public import HeadroomClient

/// The user's consent, and what it takes: accessibility, `IsEnabled` of `org.a11y.Status`, which the desktop keeps for good.
///
/// Whether it was we who turned that on is written down, so that only that is undone.
public final class Switch {
    private let client: Client
    private let consent: Consent
    /// That accessibility was off before us.
    private let wasOff: StateMark

    public init(_ client: Client, environment variable: (String) -> String?) {
        self.client = client
        consent = Consent(environment: variable)
        wasOff = StateMark("accessibility-was-off", variable)
    }

    /// Turns it on, or off if that is ours to do; `done` is told what came of it, in words, and whether it is so.
    public func turn(on isOn: Bool, _ done: @escaping (_ text: String, _ isDone: Bool) -> Void) {
        if !isOn { consent.withdraw() }
        read { [self] isEnabled in
            switch (isEnabled, isOn) {
            case (nil, _): done("the accessibility bus's launcher does not answer; at-spi2-core is needed", false)
            case (true?, true): agree("accessibility was on already", done)
            case (false?, false):
                wasOff.clear()
                done("accessibility is off already\(Self.running)", true)
            case (false?, true):
                guard wasOff.set() else { return done(Self.unwritable, false) }
                write(true, done)
            case (true?, false):
                guard wasOff.isSet else {
                    return done("accessibility was not turned on by this program, and stays on\(Self.running)", true)
                }
                write(false, done)
            }
        }
    }

    private func agree(_ text: String, _ done: @escaping (String, Bool) -> Void) {
        guard consent.give() else { return done(Self.unwritable, false) }
        done(
            "\(text); headroom-accessibility starts with your sessions, and now with"
                + " `systemctl --user start headroom-accessibility`", true)
    }

    private static let running = "; headroom-accessibility does not start any more, and ends with this session"
    private static let unwritable = "what you want cannot be written down; there is no folder for it"

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
            guard !isOn else {
                return agree("accessibility is on; programs that run already may have to be started anew", done)
            }
            wasOff.clear()
            done("accessibility is off again\(Self.running)", true)
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
}
