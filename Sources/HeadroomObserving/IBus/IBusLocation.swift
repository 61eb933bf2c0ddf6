import HeadroomBus

/// Where IBus is, by what the environment and its address file say.
enum IBusLocation: Sendable, Hashable {
    case bus(IBusAddress)
    /// There is none, but there may be one at any time; the reason is for people.
    case nowhere(String)

    /// What is looked at.
    struct Signpost: Sendable, Hashable {
        /// `IBUS_ADDRESS`; it goes before any file.
        var fixed: String?
        var file: IBusAddressFile?
        /// The session bus's own sockets.
        var sessionBus: [IBusAddress]

        /// - Parameters:
        ///   - variable: the value of a variable of the environment.
        ///   - sessionBus: the session bus's address.
        init(environment variable: (String) -> String?, sessionBus: String?) {
            fixed = variable("IBUS_ADDRESS").flatMap { $0.isEmpty ? nil : $0 }
            file = fixed == nil ? IBusAddressFile(environment: variable, machine: IBusAddressFile.machine()) : nil
            self.sessionBus = sessionBus.map(IBusAddress.all) ?? []
        }

        /// Where IBus is now.
        func look() -> IBusLocation {
            guard let text = fixed ?? file?.address() else {
                return .nowhere("IBus is not running: no process that runs has left the address of its bus")
            }
            guard let address = IBusAddress(text) else { return .nowhere("IBus's bus is no socket of this machine") }
            guard !sessionBus.contains(address) else {
                return .nowhere("Fcitx 5 stands in for IBus: the address that it gives is the session bus's")
            }
            return .bus(address)
        }
    }
}
