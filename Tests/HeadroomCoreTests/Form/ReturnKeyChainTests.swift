import HeadroomCore
import Testing

@Suite("Return-key chain")
struct ReturnKeyChainTests {
    /// Fields 1, 2, 3 … below each other, with what keeps them from being reached.
    private func form(_ barriers: [FormField.Barriers], multiLine: Set<Int> = []) -> [FormField] {
        barriers.enumerated().map { index, barriers in
            FormField(
                id: index + 1, frame: Rect(x: 0, y: Double(index) * 50, width: 200, height: 30), barriers: barriers,
                isMultiLine: multiLine.contains(index + 1))
        }
    }

    @Test("a login form: Next, then Done")
    func login() {
        let chain = ReturnKeyChain(form([[], []]))
        #expect(chain.reachable == [1, 2])
        #expect(chain.returnKey(of: 1) == .next)
        #expect(chain.returnKey(of: 2) == .done)
        #expect(chain.returnPressed(in: 1) == .focus(2))
        #expect(chain.returnPressed(in: 2) == .done(.dismiss))
        #expect(chain.next(after: 2) == nil)
        #expect(chain.previous(before: 2) == 1)
        #expect(chain.previous(before: 1) == nil)
    }

    @Test("what the last field says and does", arguments: DoneAction.allCases, [ReturnKey.done, .go, .search, .send])
    func ending(_ action: DoneAction, _ key: ReturnKey) {
        let chain = ReturnKeyChain(form([[], []]), ending: .init(key: key, action: action))
        #expect(chain.returnKey(of: 1) == .next)
        #expect(chain.returnKey(of: 2) == key)
        #expect(chain.returnPressed(in: 2) == .done(action))
    }

    @Test("wrapping leads from the last to the first; alone a field has no next one")
    func wrapping() {
        let chain = ReturnKeyChain(form([[], [.hidden], []]), ending: .init(wraps: true))
        #expect(chain.next(after: 3) == 1)
        #expect(chain.previous(before: 1) == 3)
        #expect(chain.returnKey(of: 3) == .next)
        let alone = ReturnKeyChain(form([[], [.hidden]]), ending: .init(wraps: true))
        #expect(alone.next(after: 1) == nil)
        #expect(alone.previous(before: 1) == nil)
        #expect(alone.returnKey(of: 1) == .done)
        #expect(alone.next(after: 2) == 1)
        #expect(alone.previous(before: 2) == 1)
    }

    @Test(
        "a field that cannot be reached is passed by, but has neighbours itself",
        arguments: [FormField.Barriers.disabled, .hidden, .readOnly, [.hidden, .disabled]])
    func filters(_ barriers: FormField.Barriers) {
        let chain = ReturnKeyChain(form([[], barriers, []]))
        #expect(chain.reachable == [1, 3])
        #expect(chain.next(after: 1) == 3)
        #expect(chain.previous(before: 3) == 1)
        #expect(chain.next(after: 2) == 3)
        #expect(chain.previous(before: 2) == 1)
        #expect(chain.returnKey(of: 2) == .next)
        let ends = ReturnKeyChain(form([barriers, [], barriers]))
        #expect(ends.returnKey(of: 2) == .done)
        #expect(ends.next(after: 1) == 2)
        #expect(ends.previous(before: 1) == nil)
        #expect(ends.next(after: 3) == nil)
        #expect(ends.previous(before: 3) == 2)
    }

    @Test("one that opted out is left alone, and so is a stranger")
    func optedOut() {
        let chain = ReturnKeyChain(form([[], .optedOut, []]))
        for id in [2, 99, Int.min] {
            #expect(chain.next(after: id) == nil)
            #expect(chain.previous(before: id) == nil)
            #expect(chain.returnKey(of: id) == nil)
            #expect(chain.returnPressed(in: id) == .passOn)
        }
        #expect(chain.next(after: 1) == 3)
    }

    @Test("Return in a text view writes a line; Next still leads on")
    func multiLine() {
        let chain = ReturnKeyChain(form([[], [], []], multiLine: [2]))
        #expect(chain.returnKey(of: 2) == .newLine)
        #expect(chain.returnPressed(in: 2) == .passOn)
        #expect(chain.next(after: 2) == 3)
        #expect(chain.returnPressed(in: 1) == .focus(2))
    }

    @Test("no way leads from group to group", arguments: [false, true])
    func groups(_ wraps: Bool) {
        var fields = form([[], [], [], [], .disabled])
        for index in [1, 3] { fields[index].group = 1 }
        fields[4].group = 7
        let chain = ReturnKeyChain(fields, ending: .init(wraps: wraps))
        #expect(chain.reachable == [1, 3, 2, 4])
        #expect(chain.next(after: 1) == 3)
        #expect(chain.next(after: 3) == (wraps ? 1 : nil))
        #expect(chain.previous(before: 2) == (wraps ? 4 : nil))
        #expect(chain.next(after: 5) == nil)
        #expect(chain.returnKey(of: 5) == .done)
    }

    @Test("the first of two fields with one id counts")
    func doubled() {
        let fields = [FormField(id: 1), FormField(id: 2), FormField(id: 1, barriers: .hidden), FormField(id: 3)]
        let chain = ReturnKeyChain(fields, order: .given)
        #expect(chain.reachable == [1, 2, 3])
        #expect(chain.next(after: 1) == 2)
        #expect(chain.previous(before: 3) == 2)
    }

    @Test(
        "next and previous undo each other, and Next visits every reachable field", arguments: 0..<200 as Range<UInt64>)
    func properties(_ seed: UInt64) {
        var random = RandomNumbers(seed)
        let fields = (1...Int.random(in: 1...40, using: &random)).map { id in
            FormField(
                id: id, frame: Rect(x: random.whole(0...300), y: random.whole(0...300), width: 100, height: 30),
                tag: random.one(of: [nil, 1, 2, 3]), group: random.one(of: [0, 0, 1]),
                barriers: random.one(of: [[], [], .disabled, .optedOut]))
        }
        let order = random.one(of: [FieldOrder.given, .tag, .position()])
        let chain = ReturnKeyChain(fields, order: order)
        let wrapped = ReturnKeyChain(fields, order: order, ending: .init(wraps: true))
        #expect(chain.reachable.sorted() == fields.filter(\.barriers.isEmpty).map(\.id))
        var ends = 0
        for id in chain.reachable {
            if let next = chain.next(after: id) {
                #expect(chain.previous(before: next) == id)
                #expect(wrapped.next(after: id) == next)
            } else {
                ends += 1
                #expect(chain.returnKey(of: id) == .done)
            }
            if let next = wrapped.next(after: id) { #expect(wrapped.previous(before: next) == id) }
        }
        #expect(ends == Set(fields.filter(\.barriers.isEmpty).map(\.group)).count)
    }
}
