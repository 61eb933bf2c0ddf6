package import HeadroomCore

/// One call of Publish or PublishText, read and found good (contract, section 3).
package struct ProviderUpdate: Sendable, Hashable {
    /// Which of the connection's providers it is about.
    package var name = ""
    /// The state keys that it sets.
    package var state = ProviderState()
    /// The state keys that it clears. One that it sets as well is set.
    package var cleared: [ProviderKey] = []
    /// The event keys: a transition if it has a duration, and a reason.
    package var cause = ChangeCause.unannounced
    /// For how long the provider lives without a call, in ms; 0: for ever; nil: as before.
    package var leaseMS: UInt32?

    package init(name: String = "") {
        self.name = name
    }
}
