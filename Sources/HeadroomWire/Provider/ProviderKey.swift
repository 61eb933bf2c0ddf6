/// The keys of Publish and PublishText (contract, section 3).
package enum ProviderKey: Sendable, Hashable, CaseIterable {
    case name
    // State keys.
    case visible, output, frame, space, candidateBarHeight, candidateBarIncluded, roomBelowCaret, engine, placement
    case regions, outputFrame, canShow, canHide
    // Event keys.
    case durationMS, curve, curveParameters, reason, startTime
    // About the publication itself.
    case clear, leaseMS

    /// The key on the wire.
    package var name: StaticString {
        switch self {
        case .name: "name"
        case .visible: "visible"
        case .output: "output"
        case .frame: "frame"
        case .space: "space"
        case .candidateBarHeight: "candidate-bar-height"
        case .candidateBarIncluded: "candidate-bar-included"
        case .roomBelowCaret: "room-below-caret"
        case .engine: "engine"
        case .placement: "placement"
        case .regions: "regions"
        case .outputFrame: "output-frame"
        case .canShow: "can-show"
        case .canHide: "can-hide"
        case .durationMS: "duration-ms"
        case .curve: "curve"
        case .curveParameters: "curve-parameters"
        case .reason: "reason"
        case .startTime: "start-time"
        case .clear: "clear"
        case .leaseMS: "lease-ms"
        }
    }

    /// Whether the daemon keeps its value until it is published anew or cleared.
    package var isState: Bool {
        switch self {
        case .visible, .output, .frame, .space, .candidateBarHeight, .candidateBarIncluded, .roomBelowCaret, .engine,
            .placement, .regions, .outputFrame, .canShow, .canHide:
            true
        case .name, .durationMS, .curve, .curveParameters, .reason, .startTime, .clear, .leaseMS: false
        }
    }

    private static let all = allCases

    /// The key with this name; nil if nobody knows it.
    init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let key = ProviderKey.all.first(where: { $0.name.isEqual(to: bytes) }) else { return nil }
        self = key
    }
}

extension StaticString {
    /// Whether its UTF-8 is exactly `bytes`.
    func isEqual(to bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        utf8CodeUnitCount == bytes.count && withUTF8Buffer { $0.elementsEqual(bytes) }
    }
}
