import HeadroomCore

/// What is free on each output: what panels want, what the window manager makes of it, and what the keyboard takes (pure).
struct LayoutTable: Sendable {
    /// What is told of the window manager.
    struct Manager: Sendable, Hashable {
        /// `_NET_WORKAREA` of the current desktop, in the root window; nil if it says none, so that nobody heeds struts.
        var workArea: Rect?
    }

    /// The outputs as the server has them, and the root window's rectangle.
    var bare: [Output] = []
    var screen = Rect.zero
    /// Nil: there is none.
    var manager: Manager?
    /// The outputs that an active window covers all of, above the keyboard.
    var covered: Set<String> = []

    /// The outputs, each with what panels leave free of it.
    private(set) var outputs: [Output] = []
    private(set) var areas: [OutputArea] = []
    /// The keyboards that were seen to be kept clear of when they were docked last. What they want to be kept free they say
    /// only when they have slid in; until then it is foretold.
    private var reserving: Set<String> = []
    /// Whether the keyboard that is shown now was kept clear of.
    private var wasClear = false
    private var shownName: String?

    /// The window states that window managers lay out in the work area: openbox, and others by EWMH, maximised windows.
    private static let kept = ["maximized"]

    /// The panels want this.
    mutating func updateOutputs(panels: [Strut]) {
        outputs = bare.map { output in
            var output = output
            output.workArea = free(of: output.frame, panels)
            return output
        }
    }

    /// The keyboard that is shown, if one is, stands here.
    mutating func updateAreas(keyboard: (name: String, standing: Standing)?) {
        if keyboard?.name != shownName {
            if let shownName { note(shownName) }
            shownName = keyboard?.name
            wasClear = false
        }
        let holder = keyboard.flatMap { outputs.holding($0.standing.body) ?? nearest(to: $0.standing.body) }
        areas = outputs.map { output in
            OutputArea(
                output: output.name,
                usable: usable(of: output, holder == output ? keyboard : nil),
                isFullscreen: covered.contains(output.name),
                compositorAvoids: manager?.workArea == nil ? [] : LayoutTable.kept, seesStrips: false)
        }
    }

    private mutating func note(_ name: String) {
        if wasClear { reserving.insert(name) } else { reserving.remove(name) }
    }

    private func nearest(to body: Rect) -> Output? {
        outputs.min { distance($0.frame, body) < distance($1.frame, body) }
    }

    private func distance(_ frame: Rect, _ body: Rect) -> Double {
        max(0, frame.left - body.right, body.left - frame.right)
            + max(0, frame.top - body.bottom, body.top - frame.bottom)
    }

    /// Where maximised windows are when all this is over.
    private mutating func usable(of output: Output, _ keyboard: (name: String, standing: Standing)?) -> Rect {
        guard let manager, let workArea = manager.workArea else { return output.frame }
        let panelsOnly = output.workArea ?? output.frame
        guard let keyboard else { return panelsOnly }
        let standing = keyboard.standing
        let now: Rect
        if outputs.count == 1 {
            now = workArea.intersection(output.frame)
        } else {
            // _NET_WORKAREA is one rectangle for all monitors.
            now = standing.traits.strut.flatMap { free(of: panelsOnly, [$0]) } ?? panelsOnly
        }
        let visible = standing.body.intersection(output.frame)
        if !visible.isEmpty, now.intersection(visible).isEmpty, visible == standing.body { wasClear = true }
        guard standing.traits.isDock, reserving.contains(keyboard.name), !wasClear else { return now }
        let foretold = without(standing.body, panelsOnly, on: output.frame)
        return foretold.isEmpty ? now : foretold
    }

    /// `area` without a dock as deep as `body` at the edge that it is nearest to.
    private func without(_ body: Rect, _ area: Rect, on frame: Rect) -> Rect {
        switch DockedGeometry.edge(of: body, on: frame) {
        case .bottom:
            Rect(
                left: area.left, top: area.top, right: area.right, bottom: min(area.bottom, frame.bottom - body.height))
        case .top:
            Rect(left: area.left, top: max(area.top, frame.top + body.height), right: area.right, bottom: area.bottom)
        case .left:
            Rect(left: max(area.left, frame.left + body.width), top: area.top, right: area.right, bottom: area.bottom)
        case .right:
            Rect(left: area.left, top: area.top, right: min(area.right, frame.right - body.width), bottom: area.bottom)
        }
    }

    /// What is left of a part of the screen when what can be true of `struts` is kept free.
    private func free(of frame: Rect, _ struts: [Strut]) -> Rect {
        var free = frame
        for strut in struts where strut.isPossible(on: screen) {
            for edge in Edge.allCases {
                guard let area = strut.area(at: edge, on: screen)?.intersection(frame), !area.isEmpty else { continue }
                let before = free
                switch edge {
                case .left where area.left == frame.left:
                    free = Rect(left: max(free.left, area.right), top: free.top, right: free.right, bottom: free.bottom)
                case .right where area.right == frame.right:
                    free = Rect(left: free.left, top: free.top, right: min(free.right, area.left), bottom: free.bottom)
                case .top where area.top == frame.top:
                    free = Rect(
                        left: free.left, top: max(free.top, area.bottom), right: free.right, bottom: free.bottom)
                case .bottom where area.bottom == frame.bottom:
                    free = Rect(left: free.left, top: free.top, right: free.right, bottom: min(free.bottom, area.top))
                case .left, .right, .top, .bottom: continue
                }
                // Nobody wants nothing to be left.
                if free.isEmpty { free = before }
            }
        }
        return free
    }
}

extension LayoutTable.Manager {
    /// What `_NET_WORKAREA` (four numbers a desktop) says of the desktop with this number, if that can be true.
    static func workArea(_ words: [UInt32], desktop: UInt32, screen: Rect) -> Rect? {
        let (start, isOver) = Int(desktop).multipliedReportingOverflow(by: 4)
        // Some window managers say one for all.
        let first = !isOver && start + 4 <= words.count ? start : 0
        guard words.count >= first + 4 else { return nil }
        let numbers = words[first..<(first + 4)].map { Double(Int32(bitPattern: $0)) }
        let area = Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
        guard area.isBelievable, area.intersection(screen) == area, !area.isEmpty else { return nil }
        return area
    }
}
