import HeadroomCore

/// One unmapped surface of ours among the compositor's layers. It marks a place in the order in which the compositor
/// lays surfaces out, and reads what those before it left free. The place lasts as long as the marker does.
struct Marker: Sendable, Hashable {
    /// The layers of the shell in which we keep markers, and what they see there.
    enum Layer: Int, Sendable, Hashable, CaseIterable {
        /// Exclusive zone 0: laid out after all that reserve, so it reads the usable area.
        case last
        /// Exclusive zone 1 in the layer of most keyboards and of many panels.
        case top
        /// Exclusive zone 1 in the layer above fullscreen windows.
        case overlay
    }

    let number: Int
    let layer: Layer

    init(number: Int, layer: Layer) {
        self.number = number
        self.layer = layer
    }
}

/// What all markers of an output read at one moment, in the compositor's order.
///
/// The order is read off the areas themselves (each lies within the one before), whichever way a compositor goes through
/// its layers: wlroots 0.15 newest surface first, phoc and later wlroots oldest first, others by age alone.
struct Chain: Sendable, Hashable {
    /// What was reserved at one edge between two neighbouring markers that read different areas.
    struct Slice: Sendable, Hashable {
        var edge: Edge
        var thickness: Int
        /// The area in which it was laid out.
        var outer: Insets
        /// The markers laid out before and after it.
        var before: Set<Marker>
        var after: Set<Marker>

        /// Whether nothing that appears now can be laid out here: two markers of one layer stand on both sides, and a new
        /// surface is the newest of its layer.
        var isClosed: Bool {
            before.contains { one in after.contains { $0.layer == one.layer } }
        }
    }

    let slices: [Slice]
    /// What all surfaces together leave free.
    let usable: Insets

    /// Nil if the areas do not lie within one another: they were not all read at one moment.
    init?(_ readings: [Marker: Insets]) {
        let sorted = readings.sorted { ($0.value.sum, $0.key.number) < ($1.value.sum, $1.key.number) }
        var slices: [Slice] = []
        var area = Insets.zero
        var before: Set<Marker> = []
        for (marker, insets) in sorted {
            guard area.encloses(insets) else { return nil }
            let after = Set(readings.keys).subtracting(before)
            for edge in Edge.allCases where insets[edge] > area[edge] {
                slices.append(
                    Slice(
                        edge: edge, thickness: insets[edge] - area[edge], outer: area, before: before, after: after))
            }
            area = insets
            before.insert(marker)
        }
        self.slices = slices
        self.usable = area
    }
}
