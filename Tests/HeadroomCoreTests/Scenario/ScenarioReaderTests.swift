import Foundation
import HeadroomCore
import Testing

/// Scenario files: what is answered, and what is said of lines that cannot be (contract, section 8).
@Suite("Scenario files")
struct ScenarioReaderTests {
    private func results(_ text: String, checking: Bool = false) -> [ScenarioReader.Result] {
        var reader = ScenarioReader(file: "cases.jsonl", isChecking: checking)
        return reader.read(text.utf8) + reader.finish()
    }

    /// A line whose input is a phone with a chat bar, with further members of the input.
    private func line(_ more: String = "", events: String = "", expected: String = "") -> String {
        """
        {"id":"x","input":{"mode":"shift","margin":0,"output":[0,0,375,667],"container":[0,0,375,667],\
        "target":{"field":[0,617,375,50]}\(more),"events":[\(events)]}\(expected)}
        """
    }

    private let show = #"{"type":"will_show","height":258}"#

    private func message(_ text: String) -> String? {
        guard case .failed(let error)? = results(text).first else { return nil }
        return error.description
    }

    // MARK: - Answers

    @Test("each line is answered with all keys that apply")
    func answers() {
        #expect(
            results(line(events: show) + "\n\n \r\n" + line(#","samples_at":[0.5]"#) + "\n") == [
                .answers(
                    #"{"id":"x","after":[{"shift":258,"container_y":-258,"residual":0,"command":true,"progress":1}]}"#),
                .answers(#"{"id":"x","after":[],"samples":{"0.5":0}}"#),
            ])
    }

    @Test("bytes may come in any pieces")
    func pieces() {
        let text = line(events: show) + "\n" + line() + "\r\n" + line()
        let whole = results(text)
        var reader = ScenarioReader(file: "cases.jsonl", isChecking: false)
        var pieces: [ScenarioReader.Result] = []
        for byte in text.utf8 { pieces += reader.read([byte]) }
        pieces += reader.finish()
        #expect(pieces == whole)
        #expect(whole.count == 3)
    }

    @Test("a case of the design is answered as a program would print it")
    func chain() throws {
        let text = try #require(try CaseFile.lines(of: "extra").first { $0.text.contains("HR-X09") }).text
        guard case .answers(let answer)? = results(text).first else {
            Issue.record("no answer")
            return
        }
        #expect(answer.hasPrefix(#"{"id":"HR-X09","after":[{"parts":{"scroll0":30,"scroll":25,"root":0},"#))
        #expect(answer.contains(#""offsets":[200,25],"inset_bottom":258,"residual":0,"#))
    }

    @Test("a scenario can be had moment by moment, for a picture")
    func steps() throws {
        let scenario = try ScenarioStep.all(
            in: Array(line(events: show + #",{"type":"will_hide","t":20}"#).utf8), file: "a", line: 3)
        #expect(scenario.id == "x")
        #expect(scenario.steps.map(\.event) == ["start", "will_show", "will_hide"])
        #expect(scenario.steps.map(\.time) == [0, 0, 20_000])
        #expect(scenario.steps.map(\.session.adjustment.shift) == [0, 258, 0])
        #expect(scenario.steps[1].session.cover?.visible == Rect(x: 0, y: 409, width: 375, height: 258))
        #expect(throws: ScenarioError(file: "a", line: 3, key: "id", message: "has to be a string")) {
            try ScenarioStep.all(in: Array("{}".utf8), file: "a", line: 3)
        }
        #expect(throws: ScenarioError.self) {
            let popups = #"{"id":"x","input":{"output":[0,0,9,9],"queries":[]}}"#
            _ = try ScenarioStep.all(in: Array(popups.utf8), file: "a", line: 3)
        }
    }

    // MARK: - Checking

    @Test("a check names what differs, and judges nothing that is null or not listed")
    func check() {
        func differences(_ expected: String) -> [String] {
            guard
                case .checked(let all)? = results(
                    line(#","samples_at":[10]"#, events: show + "," + show, expected: #","expected":\#(expected)"#),
                    checking: true
                ).first
            else { return ["no check"] }
            return all.map(\.description)
        }
        #expect(differences(#"{"after":[{"shift":258.009},null]}"#) == [])
        #expect(differences(#"{"after":[{"shift":null,"command":true}],"samples":{"10":258}}"#) == [])
        #expect(differences(#"{"after":[null,{"shift":258.02}]}"#) == ["x, 2, shift, 258.02, 258"])
        #expect(differences(#"{"after":[{"offset":3}]}"#) == ["x, 1, offset, 3, nothing"])
        #expect(differences(#"{"after":[null,null,{"shift":0}]}"#) == ["x, 3, shift, 0, nothing"])
        #expect(differences(#"{"samples":{"10":1}}"#) == ["x, samples, 10, 1, 258"])
        #expect(differences(#"{"after":[{"command":1}]}"#) == ["x, 1, command, 1, true"])
    }

    @Test("a result says whether the program has failed")
    func failure() {
        #expect(results(line())[0].isFailure == false)
        #expect(results("{")[0].isFailure)
        #expect(results(line(expected: #","expected":{}"#), checking: true)[0].isFailure == false)
        #expect(results(line(), checking: true)[0].isFailure)
        #expect(
            results(line(events: show, expected: #","expected":{"after":[{"shift":1}]}"#), checking: true)[0].isFailure)
    }

    // MARK: - Errors

    @Test(
        "a broken line is one error with file, line and key",
        arguments: [
            ("{", "a key is missing, at byte 2"), ("[]", "has to be an object, is an array"),
            ("{}", "id: has to be a string"), (#"{"id":"x"}"#, "input: is missing"),
            (#"{"id":"x","input":3}"#, "input: has to be an object, is a number"),
            (#"{"id":"x","input":{}}"#, "input.outputs: is missing"),
            (#"{"id":"x","input":{"output":[0,0,1,1]}}"#, "input.mode: is missing"),
            (
                #"{"id":"x","input":{"output":[0,0,1,1],"mode":"jump"}}"#,
                "input.mode: has to be one of shift, scroll, chain"
            ),
            (#"{"id":"x","input":{"output":[0,0,1,1],"mode":"shift"}}"#, "input.container: is missing"),
            (#"{"id":"x","input":{"output":[0,0,1,1],"mode":"scroll"}}"#, "input.scroll: is missing"),
            (#"{"id":"x","input":{"output":[0,0,-1,1]}}"#, "input.output: has to be a possible rectangle"),
            (#"{"id":"x","input":{"output":[0,0,1]}}"#, "input.output: has to be 4 numbers"),
            (#"{"id":"x","input":{"outputs":{}}}"#, "input.outputs: has to be an object of at least one output"),
            (#"{"id":"x","input":{"outputs":{"A":{}}}}"#, "input.outputs.A.rect: is missing"),
            (
                #"{"id":"x","input":{"mode":"scroll","output":[0,0,1,1],"scroll":{"frame":[0,0,1,1],"content_h":1e308}}}"#,
                "input.scroll.content_h: is beyond belief"
            ),
            (
                #"{"id":"x","input":{"outputs":{"A":{"rect":[0,0,1,1],"scale":0}}}}"#,
                "input.outputs.A.scale: has to be more than 0"
            ),
        ])
    func brokenLine(_ text: String, _ message: String) {
        #expect(self.message("\n" + text) == "cases.jsonl:2: \(message)")
    }

    @Test(
        "a broken member is named by its way",
        arguments: [
            (#","colour":1"#, "", "input.colour: no such key here"),
            (#","top_margin":"NaN""#, "", "input.top_margin: has to be finite"),
            (#","top_margin":true"#, "", "input.top_margin: has to be a number, is a truth value"),
            (#","samples_at":[0,"Infinity"]"#, "", "input.samples_at[1]: has to be a finite number"),
            (#","bar_policy":"never""#, "", "input.bar_policy: has to be one of auto, follow, sticky, reserve"),
            ("", #"{"t":1}"#, "input.events[0].type: is missing"),
            ("", #"{"type":"dance"}"#, "input.events[0].type: no such event: dance"),
            ("", #"{"type":"tick"},{"type":"tick","frame":1}"#, "input.events[1].frame: no such key here"),
            ("", #"{"type":"will_show"}"#, "input.events[0].frame: frame or height is missing"),
            ("", #"{"type":"will_show","frame":[0,0,1,"x"]}"#, "input.events[0].frame: has to be 4 numbers"),
            (
                "", #"{"type":"will_show","height":1,"regions":[[1]]}"#,
                "input.events[0].regions[0]: has to be 4 numbers"
            ),
            (
                "", #"{"type":"will_show","height":1,"physical_on":"TV"}"#,
                "input.events[0].physical_on: no output has this name: TV"
            ),
            (
                "", #"{"type":"focus","target":{"field":[0,0,1,1],"selection":{}}}"#,
                "input.events[0].target.selection.end: is missing"
            ),
            (
                "", #"{"type":"window_changed","scroll":{"frame":[0,0,1,1],"x":1}}"#,
                "input.events[0].scroll.x: no such key here"
            ),
            ("", #"{"type":"visible"}"#, "input.events[0].value: is missing"),
        ])
    func brokenMember(_ more: String, _ events: String, _ message: String) {
        #expect(self.message(line(more, events: events)) == "cases.jsonl:1: \(message)")
    }

    @Test("the other lines are answered all the same")
    func otherLines() {
        let all = results(line() + "\n{\n" + line())
        #expect(all.count == 3)
        #expect(all.map(\.isFailure) == [false, true, false])
    }

    // MARK: - Bounds

    @Test("a line that is too long is refused unread, and the next one is answered")
    func longLine() {
        var reader = ScenarioReader(file: "big", isChecking: false)
        let chunk = [UInt8](repeating: UInt8(ascii: "["), count: 1 << 20)
        var all: [ScenarioReader.Result] = []
        for _ in 0..<8 { all += reader.read(chunk) }
        all += reader.read(Array(("\n" + line()).utf8)) + reader.finish()
        #expect(all.count == 2)
        guard case .failed(let error)? = all.first else {
            Issue.record("the long line was read")
            return
        }
        #expect(error.description == "big:1: longer than 1048576 bytes, not read")
        #expect(all[1].isFailure == false)
    }

    @Test("a chain without end is refused")
    func endlessChain() {
        let level = #"{"frame_in_outer":[0,0,1,1],"content_h":1}"#
        let chain = Array(repeating: level, count: 65).joined(separator: ",")
        let text = """
            {"id":"x","input":{"mode":"chain","output":[0,0,9,9],"scroll":{"frame":[0,0,9,9],"content_h":9},\
            "chain":[\(chain)],"events":[]}}
            """
        #expect(message(text) == "cases.jsonl:1: input.chain: has more than 64 entries")
    }

    @Test("events with impossible numbers are played, and change nothing")
    func impossibleNumbers() {
        let events = [
            show, #"{"type":"will_change","frame":["NaN",0,375,100]}"#, #"{"type":"will_change","height":"Infinity"}"#,
            #"{"type":"will_change","height":1e999,"t":"NaN","duration_ms":"-Infinity"}"#,
            #"{"type":"window_changed","container":[0,0,-1,5]}"#,
        ]
        guard case .answers(let text)? = results(line(events: events.joined(separator: ","))).first else {
            Issue.record("no answers")
            return
        }
        #expect(text.components(separatedBy: #""shift":258,"#).count == 6)
        #expect(text.components(separatedBy: #""command":true"#).count == 2)
    }

    @Test("damaged cases never trap", arguments: 0..<40 as Range<UInt64>)
    func damaged(_ seed: UInt64) throws {
        var dice = RandomNumbers(seed)
        let lines = try CaseFile.lines(of: "open") + CaseFile.lines(of: "extra")
        let spare = Array(#"{}[]",:0123456789eE+-.NaNInfinitytruefalsenull\u"#.utf8)
        for _ in 0..<50 {
            var bytes = dice.one(of: lines).bytes
            for _ in 0..<Int.random(in: 1...6, using: &dice) {
                let index = Int.random(in: 0..<bytes.count, using: &dice)
                switch Int.random(in: 0...3, using: &dice) {
                case 0: bytes[index] = dice.one(of: spare)
                case 1: bytes.insert(dice.one(of: spare), at: index)
                case 2: bytes.remove(at: index)
                default: bytes[index] = UInt8.random(in: 0...255, using: &dice)
                }
            }
            var reader = ScenarioReader(file: "damaged", isChecking: dice.chance(0.5))
            #expect(reader.read(bytes).count + reader.finish().count >= 1)
        }
    }
}
