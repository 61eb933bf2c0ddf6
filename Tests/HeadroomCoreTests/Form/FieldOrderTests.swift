import HeadroomCore
import Testing

@Suite("Order of fields")
struct FieldOrderTests {
    /// The ids of `fields` in an order.
    private func ids(_ fields: [FormField], _ order: FieldOrder) -> [Int] {
        order.places(of: fields).map { fields[$0].id }
    }

    private func field(_ id: Int, _ x: Double, _ y: Double, height: Double = 30, group: Int = 0) -> FormField {
        FormField(id: id, frame: Rect(x: x, y: y, width: 100, height: height), group: group)
    }

    @Test("as given")
    func given() {
        #expect(ids([field(3, 0, 90), field(1, 0, 0), field(2, 0, 50)], .given) == [3, 1, 2])
        #expect(ids([], .given) == [])
        #expect(ids([], .position()) == [])
    }

    @Test("by tag: the smallest first, equals as given, those without one last")
    func tag() {
        let fields = [(1, 7), (2, nil), (3, -2), (4, 7), (5, nil), (6, Int.min)].map { FormField(id: $0, tag: $1) }
        #expect(ids(fields, .tag) == [6, 3, 1, 4, 2, 5])
    }

    @Test("by position: rows from the top, a row in the direction of reading")
    func position() {
        // Name and first name in one line, a switch of another height in the line of the address.
        let fields = [field(5, 0, 100), field(4, 200, 95, height: 44), field(2, 120, 4), field(1, 0, 0)]
        #expect(ids(fields, .position()) == [1, 2, 5, 4])
        #expect(ids(fields, .position(direction: .rightToLeft)) == [2, 1, 4, 5])
    }

    @Test(
        "one row reaches from its highest centre as far as the tolerance",
        arguments: [
            (10.0, [2, 1, 4, 3]), (9.99, [1, 2, 3, 4]), (20, [3, 2, 1, 4]), (0, [1, 2, 3, 4]), (-5, [1, 2, 3, 4]),
            (.nan, [1, 2, 3, 4]), (.infinity, [1, 2, 3, 4]),
        ])
    func tolerance(_ tolerance: Double, _ expected: [Int]) {
        // A staircase: each is 10 lower and 50 further left.
        let fields = (1...4).map { field($0, 300 - 50 * Double($0), 10 * Double($0)) }
        #expect(ids(fields, .position(tolerance: tolerance)) == expected)
    }

    @Test("groups one after the other, each with rows of its own")
    func groups() {
        let fields = [
            field(1, 0, 0, group: 2), field(2, 200, 0, group: 1), field(3, 0, 50, group: 2),
            field(4, 200, 50, group: 1),
        ]
        #expect(ids(fields, .position()) == [2, 4, 1, 3])
        #expect(ids(fields, .given) == [2, 4, 1, 3])
    }

    @Test(
        "a frame that may not be believed comes last",
        arguments: [
            Rect(x: .nan, y: 0, width: 1, height: 1), Rect(x: 0, y: -.infinity, width: 1, height: 1),
            Rect(x: 0, y: 0, width: -1, height: 1), Rect(x: 0, y: 0, width: 1, height: 1e308),
        ])
    func hostile(_ frame: Rect) {
        let fields = [FormField(id: 1, frame: frame), field(2, 0, 50), FormField(id: 3, frame: frame), field(4, 0, 0)]
        #expect(ids(fields, .position()) == [4, 2, 1, 3])
        #expect(ids(fields, .position(direction: .rightToLeft)) == [4, 2, 1, 3])
    }

    @Test("every field once, rows never mixed, whatever is given", arguments: 0..<200 as Range<UInt64>)
    func properties(_ seed: UInt64) {
        var random = RandomNumbers(seed)
        let fields = (0..<Int.random(in: 1...60, using: &random)).map {
            FormField(
                id: $0,
                frame: Rect(
                    x: random.whole(0...500), y: random.whole(0...300), width: random.whole(0...200),
                    height: random.whole(0...60)))
        }
        let places = FieldOrder.position(tolerance: 10).places(of: fields)
        #expect(places.sorted() == Array(fields.indices))

        // Any later field is to the right, or its centre is lower; one more than a row lower never comes before.
        let centres = places.map { fields[$0].frame.y + fields[$0].frame.height / 2 }
        let lefts = places.map { fields[$0].frame.left }
        for index in centres.indices {
            #expect(
                centres[index...].indices.allSatisfy { later in
                    centres[index] <= centres[later]
                        || (centres[index] <= centres[later] + 10 && lefts[index] <= lefts[later])
                })
        }

        // Neither the order in which distinct fields are given nor where the form is changes anything.
        let moved = fields.shuffled(using: &random).map { field in
            var field = field
            field.frame = field.frame.moved(dx: 1024, dy: -512)
            return field
        }
        let distinct = Set(fields.map { Point(x: $0.frame.x, y: $0.frame.y + $0.frame.height / 2) }).count
        if distinct == fields.count { #expect(ids(moved, .position()) == ids(fields, .position())) }

        // A form in a mirror is read the other way.
        let mirrored = fields.map { field in
            var field = field
            field.frame.x = 1000 - field.frame.right
            return field
        }
        #expect(ids(mirrored, .position(direction: .rightToLeft)) == ids(fields, .position()))
    }
}
