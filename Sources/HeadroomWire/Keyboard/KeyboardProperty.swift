package import HeadroomBus
import HeadroomCore

/// The properties of the Keyboard interface but `Version`: the one table of their names, types and values.
package enum KeyboardProperty: Sendable, Hashable, CaseIterable {
    case phase, visible, output, frame, bottomInset, candidateBarHeight, placement, engine, canShow, canHide
    case watching, outputs

    package var name: StaticString {
        switch self {
        case .phase: "Phase"
        case .visible: "Visible"
        case .output: "Output"
        case .frame: "Frame"
        case .bottomInset: "BottomInset"
        case .candidateBarHeight: "CandidateBarHeight"
        case .placement: "Placement"
        case .engine: "Engine"
        case .canShow: "CanShow"
        case .canHide: "CanHide"
        case .watching: "Watching"
        case .outputs: "Outputs"
        }
    }

    package var signature: Signature {
        switch self {
        case .phase, .output, .placement, .engine: "s"
        case .visible, .canShow, .canHide, .watching: "b"
        case .bottomInset, .candidateBarHeight: "d"
        case .frame: Signatures.rect
        case .outputs: Signatures.outputs
        }
    }

    static func named(_ name: Text) -> KeyboardProperty? {
        allCases.first { name == $0.name }
    }

    /// Whether both have the same value.
    func isEqual(_ a: KeyboardValues, _ b: KeyboardValues) -> Bool {
        switch self {
        case .phase: a.phase == b.phase
        case .visible: a.phase.isVisible == b.phase.isVisible
        case .output: a.output == b.output
        case .frame: a.frame == b.frame
        case .bottomInset: a.bottomInset == b.bottomInset
        case .candidateBarHeight: a.candidateBarHeight == b.candidateBarHeight
        case .placement: a.placement == b.placement
        case .engine: a.engine == b.engine
        case .canShow: a.canShow == b.canShow
        case .canHide: a.canHide == b.canHide
        case .watching: a.isWatching == b.isWatching
        case .outputs: a.outputs == b.outputs
        }
    }

    package func write(_ values: KeyboardValues, to writer: inout Writer) throws(BusError) {
        switch self {
        case .phase: try writer.string(values.phase.rawValue)
        case .visible: try writer.bool(values.phase.isVisible)
        case .output: try writer.string(values.output)
        case .frame: try writer.rect(values.frame)
        case .bottomInset: try writer.double(values.bottomInset)
        case .candidateBarHeight: try writer.double(values.candidateBarHeight)
        case .placement: try writer.string(values.placement.rawValue)
        case .engine: try writer.string(values.engine)
        case .canShow: try writer.bool(values.canShow)
        case .canHide: try writer.bool(values.canHide)
        case .watching: try writer.bool(values.isWatching)
        case .outputs: try values.outputs.write(to: &writer)
        }
    }

    /// Reads a peer's value. `Visible` follows from `Phase` and is not read.
    func read(_ reader: inout Reader, into values: inout KeyboardValues) throws(BusError) {
        switch self {
        case .phase: values.phase = Phase(rawValue: try reader.string()) ?? values.phase
        case .visible: break
        case .output: values.output = try reader.string()
        case .frame: values.frame = try reader.frame("Frame")
        case .bottomInset: values.bottomInset = try reader.height("BottomInset")
        case .candidateBarHeight: values.candidateBarHeight = try reader.height("CandidateBarHeight")
        case .placement: values.placement = Placement(rawValue: try reader.string())
        case .engine: values.engine = try reader.string()
        case .canShow: values.canShow = try reader.bool()
        case .canHide: values.canHide = try reader.bool()
        case .watching: values.isWatching = try reader.bool()
        case .outputs: values.outputs = try [Output](&reader)
        }
    }

    /// The properties of an exported Keyboard interface, `Version` with them; `values` gives what they are now.
    package static func table<Target: AnyObject>(
        _ values: @escaping @Sendable (Target) -> KeyboardValues
    ) -> [Property<Target>] {
        [Property.version]
            + allCases.map { property in
                Property(MemberName(stringLiteral: property.name.description), property.signature) {
                    target, writer throws(BusError) in
                    try property.write(values(target), to: &writer)
                }
            }
    }
}

extension Property {
    /// The property `Version` of either interface.
    package static var version: Property {
        Property("Version", "u", .constant) { _, writer throws(BusError) in try writer.uint32(Names.version) }
    }
}
