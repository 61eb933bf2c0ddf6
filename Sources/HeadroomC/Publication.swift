internal import CHeadroom
internal import HeadroomClient
internal import HeadroomCore

extension Given {
    static func publication(_ pointer: UnsafePointer<headroom_publication>?) throws(Failure) -> Publication {
        let given = try structure(pointer, "publication")
        let keys = try Keys(given.given, "publication.given")
        var publication = Publication()
        publication.cleared = try Keys(given.cleared, "publication.cleared").keys
        if keys.contains(.visible) { publication.isVisible = given.visible }
        if keys.contains(.output) { publication.output = try text(given.output, "publication.output") }
        if keys.contains(.frame) { publication.frame = try rect(given.frame, "publication.frame") }
        if keys.contains(.space) { publication.space = try frameSpace(given.space) }
        if keys.contains(.candidateBarHeight) {
            publication.candidateBarHeight = try length(
                given.candidate_bar_height, "publication.candidate_bar_height")
        }
        if keys.contains(.candidateBarIncluded) { publication.isCandidateBarIncluded = given.candidate_bar_included }
        if keys.contains(.roomBelowCaret) {
            publication.roomBelowCaret = try length(given.room_below_caret, "publication.room_below_caret")
        }
        if keys.contains(.engine) { publication.engine = try text(given.engine, "publication.engine") }
        if keys.contains(.placement) {
            publication.placement = Placement(rawValue: try text(given.placement, "publication.placement"))
        }
        if keys.contains(.regions) {
            publication.regions = try rects(given.regions, given.region_count, "publication.regions")
        }
        if keys.contains(.outputFrame) {
            publication.outputFrame = try rect(given.output_frame, "publication.output_frame")
        }
        if keys.contains(.canShow) { publication.canShow = given.can_show }
        if keys.contains(.canHide) { publication.canHide = given.can_hide }
        if given.is_motion {
            publication.transition = Transition(
                durationMS: given.duration_ms, curve: try curve(given.curve, "publication.curve"),
                startTime: given.start_time > 0 ? given.start_time : nil)
        }
        if given.reason != nil { publication.reason = Reason(rawValue: try text(given.reason, "publication.reason")) }
        if given.is_lease_given { publication.leaseMS = given.lease_ms }
        return publication
    }

    private static func frameSpace(_ space: headroom_space) throws(Failure) -> Publication.Space {
        switch space {
        case HEADROOM_SPACE_GLOBAL: return .global
        case HEADROOM_SPACE_OUTPUT: return .output
        case HEADROOM_SPACE_DEVICE: return .device
        default: throw .invalid("publication.space", "is none that a provider may use")
        }
    }
}

/// The bits that name members of a publication.
private struct Keys {
    let keys: Set<Publication.Key>

    init(_ bits: UInt32, _ name: String) throws(Failure) {
        let known = Self.bits.reduce(0) { $0 | UInt32($1.bit) }
        guard bits & ~known == 0 else { throw .invalid(name, "names members that nobody knows") }
        keys = Set(Self.bits.filter { bits & UInt32($0.bit) != 0 }.map(\.key))
    }

    func contains(_ key: Publication.Key) -> Bool { keys.contains(key) }

    private static let bits: [(bit: Int, key: Publication.Key)] = [
        (HEADROOM_KEY_VISIBLE, .visible), (HEADROOM_KEY_OUTPUT, .output), (HEADROOM_KEY_FRAME, .frame),
        (HEADROOM_KEY_SPACE, .space), (HEADROOM_KEY_CANDIDATE_BAR_HEIGHT, .candidateBarHeight),
        (HEADROOM_KEY_CANDIDATE_BAR_INCLUDED, .candidateBarIncluded),
        (HEADROOM_KEY_ROOM_BELOW_CARET, .roomBelowCaret), (HEADROOM_KEY_ENGINE, .engine),
        (HEADROOM_KEY_PLACEMENT, .placement), (HEADROOM_KEY_REGIONS, .regions),
        (HEADROOM_KEY_OUTPUT_FRAME, .outputFrame), (HEADROOM_KEY_CAN_SHOW, .canShow),
        (HEADROOM_KEY_CAN_HIDE, .canHide),
    ]
}
