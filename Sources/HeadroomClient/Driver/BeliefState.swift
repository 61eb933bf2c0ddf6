package import HeadroomWire

/// Who is believed for one field of the published keyboard, and why; for people.
public struct BeliefState: Sendable, Hashable {
    /// `visible`, `frame`, `engine`…
    public var field: String
    /// `provider`, `observer`, or `inherited`: what the daemon before this one said.
    public var kind: String
    /// The provider's or the observer's name.
    public var name: String
    /// The daemon's rules without which that would be otherwise; empty if nobody else had anything to say.
    public var because: [String]

    package init(_ listing: BeliefListing) {
        field = listing.field
        kind = listing.kind
        name = listing.name
        because = listing.because
    }
}
