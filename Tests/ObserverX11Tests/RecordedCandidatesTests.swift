import HeadroomCore
import Testing

@testable import ObserverX11

/// What a probe recorded of real input methods while "nihao" was typed again and again, played to the machine.
@Suite struct RecordedCandidatesTests {
    /// The recordings do not have titles.
    static func play(_ name: String) throws -> RecordedServer {
        try RecordedServer.play(name) { $0.className == "fcitx" ? "Fcitx5 Input Window" : "" }
    }

    /// Each time they were shown, all places in turn.
    static func sessions(_ server: RecordedServer) -> [[Rect]] {
        var sessions: [[Rect]] = []
        var wasShown = false
        for report in server.reports {
            guard let popup = report.candidates.first?.popup else {
                wasShown = false
                continue
            }
            if !wasShown { sessions.append([]) }
            sessions[sessions.count - 1].append(popup)
            wasShown = true
        }
        return sessions
    }

    @Test(arguments: ["fcitx5", "ibus"]) func candidatesAreNoKeyboard(_ name: String) throws {
        let server = try Self.play(name)
        #expect(server.reports.allSatisfy { $0.witness == nil })
        // It ends with the recording.
        #expect(server.reports.dropLast().allSatisfy { $0.candidates.map(\.framework) == [name] })
        #expect(server.reports.last?.candidates == [])
    }

    /// The first show in two steps and the shrinking before the end are none of the user's business: each time there is one
    /// height only, from the first report to the last.
    @Test(arguments: [("fcitx5", 23, 31.0), ("ibus", 23, 64.0)])
    func oneHeightEachTime(_ name: String, _ count: Int, _ height: Double) throws {
        let sessions = Self.sessions(try Self.play(name))
        #expect(sessions.count == count)
        for (number, session) in sessions.enumerated() {
            #expect(session.allSatisfy { $0.height == height }, "\(number): \(session)")
            #expect(session.allSatisfy { $0.width >= 60 }, "\(number): \(session)")
        }
    }

    @Test func ibusAtTheFirstWord() throws {
        let first = try #require(Self.sessions(try Self.play("ibus")).first)
        #expect(
            first == [
                Rect(x: 235, y: 165, width: 311, height: 64), Rect(x: 235, y: 165, width: 301, height: 64),
                Rect(x: 235, y: 165, width: 366, height: 64), Rect(x: 248, y: 165, width: 327, height: 64),
            ])
    }

    /// Its window has shown the engine's name before, 27 px wide.
    @Test func fcitx5AtTheFirstWord() throws {
        let first = try #require(Self.sessions(try Self.play("fcitx5")).first)
        #expect(first.first == Rect(x: 222, y: 165, width: 308, height: 31))
        #expect(first.last == Rect(x: 222, y: 165, width: 332, height: 31))
    }

    /// They are gone in the report of the very event that unmaps their window, and told of at most 100 ms after it was mapped,
    /// or became as wide as candidates are.
    @Test(arguments: ["fcitx5", "ibus"]) func goneAtOnce(_ name: String) throws {
        let lines = try RecordedServer.lines(name)
        let server = try Self.play(name)
        var isShown = false
        for report in server.reports {
            guard let witness = report.candidates.first else { continue }
            defer { isShown = witness.isShown == true }
            guard (witness.isShown == true) != isShown else { continue }
            #expect(witness.since == report.time)
            // The probe asked for a window's state after each event, so that a line may know of the next event already.
            let events = isShown ? ["Unmap"] : ["Map", "Configure"]
            let (early, late): (UInt64, UInt64) = (2000, isShown ? 0 : Popup.longest)
            let isTold = lines.contains {
                events.contains($0.event) && $0.time <= report.time + early && report.time <= $0.time + late
            }
            #expect(isTold, "no \(events) before \(report.time)")
        }
    }
}
