import HeadroomBus
import HeadroomWire

/// The Keyboard interface as a table (contract, section 2).
enum KeyboardInterface {
    static let table = Interface<Daemon>(
        Names.keyboard,
        methods: [
            Method(Names.Keyboard.getState, "", Signatures.state) { daemon, call in
                let state = daemon.publisher.state
                call.reply { writer throws(BusError) in try state.write(to: &writer) }
            },
            Method(Names.Keyboard.show, Signatures.options) { daemon, call in
                answer(call, daemon.request(toShow: true), "no keyboard here can be shown by a program")
            },
            Method(Names.Keyboard.hide, Signatures.options) { daemon, call in
                answer(call, daemon.request(toShow: false), "no keyboard here can be hidden by a program")
            },
            Method(Names.Keyboard.listObservers, "", Signatures.observers) { daemon, call in
                let listing = daemon.roster.listing
                call.reply { writer throws(BusError) in try listing.write(to: &writer) }
            },
            Method(Names.Keyboard.listBeliefs, "", Signatures.beliefs) { daemon, call in
                let beliefs = daemon.beliefs
                call.reply { writer throws(BusError) in try beliefs.write(to: &writer) }
            },
            Method(Names.Keyboard.listCandidates, "", Signatures.candidates) { daemon, call in
                let candidates = daemon.candidates
                call.reply { writer throws(BusError) in try candidates.write(to: &writer) }
            },
        ],
        properties: KeyboardProperty.table { daemon in daemon.publisher.values })

    private static func answer(_ call: consuming Invocation, _ isTaken: Bool, _ problem: String) {
        if isTaken { call.reply() } else { call.fail(.notSupported(problem)) }
    }
}
