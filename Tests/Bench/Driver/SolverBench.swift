import CAllocationCount
import Foundation
import HeadroomCore
import Support

/// What the solver and the order of fields cost a client: CPU time and blocks of memory an operation.
struct SolverBench {
    /// How often each is measured; the median counts.
    private static let batches = 15

    private static let phone = Rect(x: 0, y: 0, width: 375, height: 667)
    /// Two heights in turn, as a keyboard that shows and hides its candidate bar.
    private let keyboards = [218.0, 258].map { height in
        KeyboardReport(.frame(Rect(x: 0, y: 667 - height, width: 375, height: height)))
    }

    func run(into report: inout Report) throws {
        try cover(into: &report)
        try oneField(into: &report)
        try chain(into: &report)
        try order(into: &report)
    }

    /// From a keyboard's report to what it covers: once for every report.
    private func cover(into report: inout Report) throws {
        let scene = Scene(outputs: [Output(name: "phone", frame: Self.phone)], container: Self.phone)
        try measure("cover of a keyboard", operations: 40_000, mean: 429, into: &report) {
            var hold = BarHold()
            return Cover(keyboards[$0 & 1], on: scene.outputs, content: scene.place, hold: &hold)?.top ?? 0
        }
    }

    /// From what a keyboard covers to the shift of a container with one field.
    private func oneField(into report: inout Report) throws {
        var scene = Scene(
            outputs: [Output(name: "phone", frame: Self.phone)], container: Self.phone,
            target: Target(field: Rect(x: 16, y: 520, width: 343, height: 40)))
        let covers = covers(of: scene)
        try measure("solver, one field", operations: 40_000, mean: 141, aim: "at most 150", into: &report) {
            scene.avoid(covers[$0 & 1], options: AvoidanceOptions()).shift
        }
    }

    /// From what a keyboard covers to the offsets of eight scroll views in each other and the container around them.
    private func chain(into report: inout Report) throws {
        var scene = Scene(
            outputs: [Output(name: "phone", frame: Self.phone)], container: Self.phone,
            scroll: ScrollArea(frame: Self.phone, contentHeight: 700),
            inner: Array(
                repeating: InnerScroll(frame: Rect(x: 0, y: 2, width: 375, height: 600), contentHeight: 620), count: 7),
            target: Target(field: Rect(x: 16, y: 540, width: 343, height: 40)))
        let covers = covers(of: scene)
        try measure("solver, chain of 8", operations: 10_000, mean: 0, aim: "at most 1000", into: &report) { round in
            // Scrolled as before, so that each has its way to go; the arrays' memory stays.
            for index in scene.inner.indices { scene.inner[index].offset = 0 }
            scene.scroll?.offset = 0
            return scene.avoid(covers[round & 1], options: AvoidanceOptions()).covered
        }
    }

    /// The order of 1,000 fields by their places, in columns, given in no order.
    private func order(into report: inout Report) throws {
        let fields = (0..<1000).map { number in
            let place = number * 7919 % 1000
            return FormField(
                id: place,
                frame: Rect(x: Double(place % 4) * 200, y: Double(place / 4) * 40, width: 180, height: 30))
        }
        let order = FieldOrder.position()
        try measure("order of 1,000 fields", operations: 20, mean: 1, aim: "at most 100000", into: &report) { _ in
            let places = order.places(of: fields)
            return fields[places[0]].id == 0 && fields[places[999]].id == 999 ? 1 : 0
        }
    }

    private func covers(of scene: Scene) -> [Cover] {
        var hold = BarHold()
        return keyboards.compactMap { Cover($0, on: scene.outputs, content: scene.place, hold: &hold) }
    }

    /// Runs `body`, whose answers have to be `mean` on average, and states what an operation costs.
    private func measure(
        _ name: String, operations: Int, mean: Double, aim: String? = nil, into report: inout Report,
        _ body: (Int) -> Double
    ) throws {
        var sample = Sample()
        var blocks: UInt = 0
        // The first batch warms up.
        for batch in 0...Self.batches {
            var sum = 0.0
            let counted = allocation_count()
            let start = Self.cpuTime
            for round in 0..<operations { sum += body(round) }
            let nanoseconds = Self.cpuTime - start
            blocks = allocation_count() - counted
            guard sum == mean * Double(operations) else { throw TestFailure("\(name): \(sum), and that is wrong") }
            if batch > 0 { sample.add(Double(nanoseconds) / Double(operations)) }
        }
        report.state("\(name), CPU time", sample.median, "ns", aim: aim)
        report.state("\(name), allocations", Double(blocks) / Double(operations), "")
    }

    /// The CPU time of this thread, in ns.
    private static var cpuTime: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
