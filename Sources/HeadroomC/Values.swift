internal import CHeadroom
internal import HeadroomCore

extension Rect {
    init(_ rect: headroom_rect) { self.init(x: rect.x, y: rect.y, width: rect.width, height: rect.height) }
}

extension headroom_rect {
    init(_ rect: Rect) { self.init(x: rect.x, y: rect.y, width: rect.width, height: rect.height) }
}

extension headroom_point {
    init(_ point: Point) { self.init(x: point.x, y: point.y) }
}

extension Given {
    static func output(_ pointer: UnsafePointer<headroom_output>?, _ name: String) throws(Failure) -> Output {
        let given = try structure(pointer, name)
        let scale = try length(given.scale, "\(name).scale")
        return Output(
            name: try text(given.name, "\(name).name"), frame: try rect(given.frame, "\(name).frame"),
            scale: scale > 0 ? scale : 1,
            transform: Transform(rawValue: try text(given.transform, "\(name).transform")) ?? .normal,
            workArea: try rect(given.work_area, "\(name).work_area"),
            deviceFrame: try rect(given.device_frame, "\(name).device_frame"),
            aliases: try texts(given.aliases, given.alias_count, "\(name).aliases"), isPrimary: given.is_primary)
    }

    static func outputs(
        _ pointer: UnsafePointer<headroom_output>?, _ count: UInt32, _ name: String
    ) throws(Failure) -> [Output] {
        let given = try list(pointer, count, name)
        guard let first = given.baseAddress else { throw .invalid(name, "there is none") }
        var outputs: [Output] = []
        for index in given.indices { outputs.append(try output(first + index, "\(name)[\(index)]")) }
        return outputs
    }

    static func curve(_ curve: headroom_curve, _ name: String) throws(Failure) -> Curve {
        let (a, b, c, d) = curve.parameters
        switch curve.kind {
        case HEADROOM_CURVE_LINEAR: return .linear
        case HEADROOM_CURVE_CUBIC_BEZIER: return Curve(name: "cubic-bezier", parameters: [a, b, c, d])
        case HEADROOM_CURVE_SPRING: return Curve(name: "spring", parameters: [a, b, c])
        default: throw .invalid(name, "is of no known kind")
        }
    }

    /// A pace that may be left out.
    static func pace(_ pointer: UnsafePointer<headroom_pace>?) throws(Failure) -> ShiftMotion.Pace {
        guard let pace = pointer?.pointee else { return .immediate }
        return ShiftMotion.Pace(milliseconds: pace.duration_ms, curve: try curve(pace.curve, "pace.curve"))
    }
}

extension headroom_curve {
    init(_ curve: Curve) {
        self.init()
        switch curve {
        case .linear: kind = HEADROOM_CURVE_LINEAR
        case .cubicBezier(let x1, let y1, let x2, let y2):
            kind = HEADROOM_CURVE_CUBIC_BEZIER
            parameters = (x1, y1, x2, y2)
        case .spring(let mass, let stiffness, let damping):
            kind = HEADROOM_CURVE_SPRING
            parameters = (mass, stiffness, damping, 0)
        }
    }
}

extension headroom_output {
    /// `arena` holds what it points to.
    init(_ output: Output, _ arena: Arena) {
        self = .sized()
        is_primary = output.isPrimary
        name = arena.text(output.name)
        frame = headroom_rect(output.frame)
        scale = output.scale
        transform = arena.text(output.transform.rawValue)
        work_area = arena.value(output.workArea.map { headroom_rect($0) })
        device_frame = arena.value(output.deviceFrame.map { headroom_rect($0) })
        aliases = arena.texts(output.aliases)
        alias_count = UInt32(output.aliases.count)
    }
}
