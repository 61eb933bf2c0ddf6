// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CHeadroom
internal import Glibc
internal import HeadroomCore
internal import HeadroomWire

@c @implementation
public func headroom_abi() -> UInt32 { UInt32(HEADROOM_ABI) }

@c @implementation
public func headroom_version() -> UnsafePointer<CChar>? { Version.text }

/// The version, for as long as the process lives.
private enum Version {
    private nonisolated(unsafe) static let arena = Arena()
    nonisolated(unsafe) static let text = arena.text(Names.release)
}

@c @implementation
public func headroom_now() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1_000
}

@c @implementation
public func headroom_curve_progress(
    _ curve: UnsafePointer<headroom_curve>?, _ elapsed_ms: Double, _ duration_ms: Double
) -> Double {
    var known = Curve.linear
    if let curve, let given = try? Given.curve(curve.pointee, "curve") { known = given }
    guard elapsed_ms.isFinite, duration_ms.isFinite else { return 1 }
    return known.progress(elapsed: elapsed_ms, duration: duration_ms)
}
