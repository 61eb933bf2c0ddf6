import HeadroomCore
import Testing

@testable import ObserverX11

/// The row of candidates within Qt's keyboard.
@Suite struct CandidateRowTests {
    static func row(_ top: Double, _ left: Double = 0, _ width: Double = 1280) -> Rect {
        Rect(left: left, top: top, right: left + width, bottom: 800)
    }

    /// The heights of the row as the keyboard stands at these tops one after the other.
    static func heights(_ tops: Double...) -> [Double] {
        var last: CandidateRow?
        return tops.map { top in
            let row = CandidateRow(Self.row(top), after: last)
            last = row
            return row.height
        }
    }

    @Test func comesAndGoes() {
        #expect(Self.heights(400, 357, 400, 357, 340) == [0, 43, 0, 43, 60])
    }

    @Test func thereFromTheBeginning() {
        #expect(Self.heights(357, 357, 400, 357) == [0, 0, 0, 43])
    }

    /// What is so much higher is another keyboard, not a row.
    @Test func anotherLayout() {
        #expect(Self.heights(600, 500, 400, 390) == [0, 100, 0, 10])
    }

    @Test func anotherPlace() {
        let last = CandidateRow(Self.row(400), after: nil)
        for frame in [Self.row(357, 10), Self.row(357, 0, 1000), Rect(x: 0, y: 300, width: 1280, height: 443)] {
            #expect(CandidateRow(frame, after: last).height == 0)
        }
    }
}
