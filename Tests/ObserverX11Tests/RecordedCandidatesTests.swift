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

    /// Steps to the candidates' height and back to that of a line, as far as they could be seen.
    static let usual: [String: [[Double]]] = [
        "fcitx5": [[31]], "ibus": [[64], [34, 64], [25, 64], [64, 25], [34, 64, 25], [25, 64, 25]],
    ]

    @Test(arguments: ["fcitx5", "ibus"]) func heights(_ name: String) throws {
        let sessions = Self.sessions(try Self.play(name))
        #expect(sessions.count == 23)
        for (number, session) in sessions.enumerated() {
            var heights: [Double] = []
            for place in session where place.height != heights.last { heights.append(place.height) }
            #expect(Self.usual[name]?.contains(heights) == true, "\(number): \(heights)")
            #expect(session.allSatisfy { $0.width >= 60 }, "\(number): \(session)")
        }
    }

    @Test func ibusAtTheFirstWord() throws {
        let first = try #require(Self.sessions(try Self.play("ibus")).first)
        #expect(
            first == [
                Rect(x: 222, y: 165, width: 311, height: 34), Rect(x: 235, y: 165, width: 311, height: 64),
                Rect(x: 235, y: 165, width: 301, height: 64),
                Rect(x: 235, y: 165, width: 366, height: 64), Rect(x: 248, y: 165, width: 327, height: 64),
            ])
    }

    /// Its window has shown the engine's name before, 27 px wide.
    @Test func fcitx5AtTheFirstWord() throws {
        let first = try #require(Self.sessions(try Self.play("fcitx5")).first)
        #expect(first.first == Rect(x: 222, y: 165, width: 339, height: 31))
        #expect(first.last == Rect(x: 222, y: 165, width: 332, height: 31))
    }

    /// They are told of with the very event that maps or widens their window, and gone with the one that unmaps it.
    @Test(arguments: ["fcitx5", "ibus"]) func atOnce(_ name: String) throws {
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
            let isTold = lines.contains {
                events.contains($0.event) && $0.time <= report.time + 2000 && report.time <= $0.time
            }
            #expect(isTold, "no \(events) before \(report.time)")
        }
    }
}
