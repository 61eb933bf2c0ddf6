package import HeadroomCore

/// What a compositor has told of one output, event by event (pure).
///
/// `wl_output` tells mode, integer scale and transform, `zxdg_output_v1` the logical frame. What is told counts from the
/// next ``done()`` on.
package struct OutputDescription: Sendable, Hashable {
    /// The largest mode, size or coordinate believed, in px.
    package static let largest = 100_000

    private struct Told: Sendable, Hashable {
        var name: String
        /// In the global space, as `wl_output` gives it.
        var corner = SIMD2(0, 0)
        /// In device pixels, before the transform.
        var mode = SIMD2(0, 0)
        var logicalCorner: SIMD2<Int>?
        var logicalSize: SIMD2<Int>?
        var scale = 1
        var transform = Transform.normal
    }

    /// The output as of the last ``done()``; nil as long as something is missing.
    package private(set) var output: Output?
    /// How many events were not believed.
    package private(set) var refused = 0
    /// Whether the logical frame is to be waited for; without it, the mode and the integer scale say it.
    package var hasLogicalFrame: Bool

    private var told: Told

    /// - Parameters:
    ///   - name: the name until the compositor gives one.
    ///   - hasLogicalFrame: whether `zxdg_output_v1` will tell of this output.
    package init(name: String, hasLogicalFrame: Bool) {
        told = Told(name: name)
        self.hasLogicalFrame = hasLogicalFrame
    }

    /// `wl_output.geometry`: the corner, and the transform by its number in the protocol.
    package mutating func geometry(x: Int, y: Int, transform: Int) {
        guard believes(x), believes(y), Transform.allCases.indices.contains(transform) else { return refuse() }
        told.corner = SIMD2(x, y)
        told.transform = Transform.allCases[transform]
    }

    /// `wl_output.mode` of the current mode, in device pixels.
    package mutating func mode(width: Int, height: Int) {
        guard believes(size: width, height) else { return refuse() }
        told.mode = SIMD2(width, height)
    }

    /// `wl_output.scale`.
    package mutating func scale(_ scale: Int) {
        guard (1...100).contains(scale) else { return refuse() }
        told.scale = scale
    }

    /// `wl_output.name` or `zxdg_output_v1.name`.
    package mutating func name(_ name: String) {
        guard !name.isEmpty, name.utf8.count <= 256 else { return refuse() }
        told.name = name
    }

    /// `zxdg_output_v1.logical_position`.
    package mutating func logicalPosition(x: Int, y: Int) {
        guard believes(x), believes(y) else { return refuse() }
        told.logicalCorner = SIMD2(x, y)
    }

    /// `zxdg_output_v1.logical_size`.
    package mutating func logicalSize(width: Int, height: Int) {
        guard believes(size: width, height) else { return refuse() }
        told.logicalSize = SIMD2(width, height)
    }

    /// All that was told belongs together now.
    ///
    /// - Returns: whether ``output`` is another than before.
    package mutating func done() -> Bool {
        let now = described
        guard now != output else { return false }
        output = now
        return true
    }

    private var described: Output? {
        let isTurned = Transform.turned.contains(told.transform)
        let device = isTurned ? SIMD2(told.mode.y, told.mode.x) : told.mode
        guard hasLogicalFrame else {
            guard device != .zero else { return nil }
            let frame = Rect(
                x: Double(told.corner.x), y: Double(told.corner.y), width: Double(device.x / told.scale),
                height: Double(device.y / told.scale))
            return Output(name: told.name, frame: frame, scale: Double(told.scale), transform: told.transform)
        }
        guard let corner = told.logicalCorner, let size = told.logicalSize else { return nil }
        let frame = Rect(
            x: Double(corner.x), y: Double(corner.y), width: Double(size.x), height: Double(size.y))
        // With a fractional scale wl_output tells the next whole one; the mode tells the real one.
        let scale = device.x > 0 ? Double(device.x) / Double(size.x) : Double(told.scale)
        return Output(name: told.name, frame: frame, scale: scale, transform: told.transform)
    }

    private mutating func refuse() { refused += 1 }

    private func believes(_ coordinate: Int) -> Bool {
        (-OutputDescription.largest...OutputDescription.largest).contains(coordinate)
    }

    private func believes(size width: Int, _ height: Int) -> Bool {
        (1...OutputDescription.largest).contains(width) && (1...OutputDescription.largest).contains(height)
    }
}

extension Transform {
    /// Those that change width and height with one another.
    fileprivate static let turned: Set<Transform> = [.rotated90, .rotated270, .flipped90, .flipped270]
}
