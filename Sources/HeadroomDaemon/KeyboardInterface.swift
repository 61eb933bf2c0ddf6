package import HeadroomBus
import HeadroomCore
import HeadroomWire

/// What the Keyboard interface needs of the daemon.
package protocol KeyboardService: AnyObject {
    var publisher: Publisher { get }
    var roster: Roster { get }

    /// Hands a request to whom is believed, else to who can. Returns whether anybody took it.
    func request(toShow: Bool) -> Bool
}

/// The Keyboard interface as a table (contract, section 2).
enum KeyboardInterface<Service: KeyboardService> {
    static var table: Interface<Service> {
        Interface(
            Names.keyboard,
            methods: [
                Method(Names.Keyboard.getState, "", Signatures.state) { service, call in
                    let state = service.publisher.state
                    call.reply { writer throws(BusError) in try state.write(to: &writer) }
                },
                Method(Names.Keyboard.show, Signatures.options) { service, call in
                    answer(call, service.request(toShow: true), "no keyboard here can be shown by a program")
                },
                Method(Names.Keyboard.hide, Signatures.options) { service, call in
                    answer(call, service.request(toShow: false), "no keyboard here can be hidden by a program")
                },
                Method(Names.Keyboard.listObservers, "", Signatures.observers) { service, call in
                    let listing = service.roster.listing
                    call.reply { writer throws(BusError) in try listing.write(to: &writer) }
                },
            ],
            properties: KeyboardProperty.table { service in service.publisher.values })
    }

    private static func answer(_ call: consuming Invocation, _ isTaken: Bool, _ problem: String) {
        if isTaken { call.reply() } else { call.fail(.notSupported(problem)) }
    }
}
