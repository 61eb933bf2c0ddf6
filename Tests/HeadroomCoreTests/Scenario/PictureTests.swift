import Foundation
import HeadroomCore
import Testing

/// Pictures of scenarios: every rectangle is where the scenario puts it, and what is written can be read.
@Suite("Pictures")
struct PictureTests {
    private func svg(_ line: String, id: String? = nil) throws -> DrawnPicture {
        var reader = PictureReader(file: "cases.jsonl", id: id)
        reader.read(line.utf8)
        let (picture, errors) = reader.finish()
        #expect(errors == [])
        return try DrawnPicture(try #require(picture).svg)
    }

    private func drawn(_ id: String) throws -> DrawnPicture {
        let lines = try CaseFile.lines(of: "open") + CaseFile.lines(of: "extra")
        return try svg(lines.map(\.text).joined(separator: "\n"), id: id)
    }

    // MARK: - The public cases

    @Test(
        "every public case is drawn as the scenario answers it",
        arguments: try CaseFile.lines(of: "open") + CaseFile.lines(of: "extra"))
    func publicCase(_ line: CaseLine) throws {
        let drawn = try svg(line.text)
        drawn.checkText()
        let object = try #require(try JSONSerialization.jsonObject(with: Data(line.bytes)) as? [String: Any])
        let input = try #require(object["input"] as? [String: Any])
        guard input["mode"] != nil else { return }

        let events = try #require(input["events"] as? [[String: Any]])
        #expect(Set(drawn.rects.compactMap(\.step)) == Set(0...events.count))
        for step in 0...events.count { #expect(drawn.all("output", step).count >= 1) }
        // The container stands where the answers say.
        var reader = ScenarioReader(file: line.file, isChecking: false)
        guard case .answers(let text)? = (reader.read(line.bytes) + reader.finish()).first else {
            Issue.record("no answers")
            return
        }
        let answers = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        for (index, answer) in try #require(answers["after"] as? [[String: Any]]).enumerated() {
            guard let y = answer["container_y"] as? Double, !line.text.contains("compositor_avoids") else { continue }
            let container = try #require(drawn.first("container", index + 1))
            #expect(abs(container.frame.y - y) < 0.011)
            let shift = try #require(answer["shift"] as? Double)
            guard let target = drawn.first("target", index + 1) else { continue }
            let before = try #require(drawn.first("target-before", index + 1))
            #expect(abs(before.frame.y - target.frame.y - shift) < 0.021)
        }
    }

    // MARK: - Places by the number

    @Test("a window shifted above a keyboard that grows by a candidate bar")
    func shift() throws {
        let picture = try drawn("HR-O01")
        #expect(picture.rects.count { $0.what == "keyboard" } == 3)
        #expect(picture.first("keyboard", 0) == nil)
        #expect(picture.first("output", 2)?.frame == Rect(x: 0, y: 0, width: 320, height: 568))
        #expect(picture.first("container", 2)?.frame == Rect(x: 0, y: -252, width: 320, height: 568))
        #expect(picture.first("keyboard", 2)?.frame == Rect(x: 0, y: 316, width: 320, height: 252))
        #expect(picture.first("target-before", 2)?.frame == Rect(x: 0, y: 524, width: 320, height: 44))
        #expect(picture.first("target", 2)?.frame == Rect(x: 0, y: 272, width: 320, height: 44))
        #expect(picture.first("target", 4)?.frame == Rect(x: 0, y: 524, width: 320, height: 44))
        #expect(picture.texts.contains { $0.words == "shift 252" })
        #expect(picture.texts.contains { $0.words == "will_change" })
    }

    @Test("a scroll view under a keyboard with a bar outside its frame")
    func scroll() throws {
        let picture = try drawn("HR-O02")
        #expect(picture.first("scroll", 1)?.frame == Rect(x: 0, y: 64, width: 375, height: 603))
        #expect(picture.first("keyboard", 1)?.frame == Rect(x: 0, y: 407, width: 375, height: 260))
        #expect(picture.first("candidate-bar", 1)?.frame == Rect(x: 0, y: 407, width: 375, height: 44))
        #expect(picture.first("target-before", 1)?.frame == Rect(x: 16, y: 564, width: 343, height: 44))
        #expect(picture.first("target", 1)?.frame == Rect(x: 16, y: 353, width: 343, height: 44))
        #expect(picture.texts.contains { $0.words == "offset 211 · inset 260" })
        #expect(picture.texts.contains { $0.words == "candidates 44" })
    }

    @Test("room below the caret, and the field around it")
    func room() throws {
        let picture = try drawn("HR-X01")
        #expect(picture.first("room", 1) == nil)
        #expect(picture.first("room", 2)?.frame == Rect(x: 0, y: 185, width: 375, height: 224))
        #expect(picture.first("target", 2)?.frame == Rect(x: 20, y: 155, width: 2, height: 20))
        #expect(picture.first("field", 2)?.frame == Rect(x: 16, y: 135, width: 343, height: 40))
        #expect(picture.first("room", 6) == nil)
    }

    @Test("scroll views in each other, and a split keyboard")
    func nested() throws {
        let chain = try drawn("HR-X09")
        #expect(chain.first("inner-scroll", 0)?.frame == Rect(x: 0, y: 164, width: 375, height: 300))
        #expect(chain.first("inner-scroll", 1)?.frame == Rect(x: 0, y: 139, width: 375, height: 300))
        #expect(chain.first("target-before", 1)?.frame == Rect(x: 16, y: 414, width: 343, height: 40))
        #expect(chain.texts.contains { $0.words == "offset 25 · inset 258" })
        #expect(chain.texts.contains { $0.words == "inner offset 200" })
        #expect(chain.first("target", 1)?.frame == Rect(x: 16, y: 359, width: 343, height: 40))
        let split = try drawn("HR-X08")
        let halves = [
            Rect(x: 0, y: 450, width: 320, height: 250), Rect(x: 960, y: 450, width: 320, height: 250),
        ]
        #expect(split.all("region", 5).map(\.frame) == halves)
        #expect(split.first("target", 7)?.frame == Rect(x: 40, y: 710, width: 200, height: 30))
    }

    @Test("popups and notifications are drawn too")
    func keyboards() throws {
        let popups = try drawn("HR-O23")
        #expect(popups.first("popup", 1)?.frame.origin == Point(x: 500, y: 274))
        #expect(popups.first("caret", 1) != nil)
        let timeline = try drawn("HR-X07")
        #expect(timeline.first("keyboard", 1)?.frame == Rect(x: 0, y: 595, width: 1280, height: 205))
        #expect(timeline.texts.contains { $0.words == "WillShow" })
    }

    // MARK: - Anything at all

    private static func scenario(
        id: String = "a", output: String = "[0,0,375,667]", container: String = "[0,0,375,667]",
        field: String = "[0,600,375,40]", events: String = #"{"type":"will_show","height":258}"#
    ) -> String {
        """
        {"id":"\(id)","input":{"mode":"shift","output":\(output),"container":\(container),\
        "target":{"field":\(field)},"events":[\(events)]}}
        """
    }

    @Test("a name that means something to XML, or is endless, is only a name")
    func names() throws {
        let name = #"<script>&\"'\u0000\u001b[31m]]>\uffff"# + String(repeating: "字", count: 5000)
        let picture = try svg(Self.scenario(id: name))
        #expect(picture.elements["script"] == nil)
        picture.checkText()
        let title = try #require(picture.texts.first { $0.style == "title" })
        #expect(title.words.hasPrefix(#"<script>&"'[31m]]>字"#))
        #expect(title.words.hasSuffix("…"))
    }

    @Test(
        "impossible and huge numbers, and outputs without a size, are drawn as far as they can be",
        arguments: [
            scenario(output: "[0,0,0,0]"), scenario(output: "[0,0,1000000,1]"),
            scenario(output: "[0,0,1,1000000]"), scenario(output: "[-1000000,-1000000,1000000,1000000]"),
            scenario(container: "[-1000000,1000000,0,1000000]"), scenario(field: #"["NaN",0,1,1]"#),
            scenario(field: "[1e308,1e308,1,1]"), scenario(field: "[0.1,0.2,0.3,1e-300]"),
            scenario(events: #"{"type":"window_changed","container":[1e300,-1e300,1e308,1e308]}"#),
            scenario(events: #"{"type":"output_changed","output":[1e300,-1e300,1e308,1e308]}"#),
            scenario(events: #"{"type":"will_show","t":1e300,"frame":[0,600,375,1e300],"candidate_bar_h":1e300}"#),
            scenario(events: #"{"type":"will_show","frame":[0,400,375,267],"regions":[[1e300,0,1e300,1e300]]}"#),
        ])
    func hostile(_ line: String) throws {
        let picture = try svg(line)
        #expect(picture.rects.contains { $0.what == "output" })
        picture.checkText()
    }

    @Test("of very many steps the first 48 are drawn, and it says so")
    func many() throws {
        let events = Array(repeating: #"{"type":"will_show","height":258},{"type":"will_hide"}"#, count: 1000)
        let picture = try svg(Self.scenario(events: events.joined(separator: ",")))
        #expect(Set(picture.rects.compactMap(\.step)) == Set(0..<48))
        #expect(picture.texts.contains { $0.words == "the first 48 of 2001 steps" })
        picture.checkText()
    }

    @Test("of very many outputs and regions the first 16 and 64 are drawn")
    func crowd() throws {
        let outputs = (0..<2000).map { "\"o\($0)\":{\"rect\":[\($0 * 10),0,10,10]}" }.joined(separator: ",")
        let regions = Array(repeating: "[0,0,1,1]", count: 2000).joined(separator: ",")
        let picture = try svg(
            """
            {"id":"a","input":{"mode":"shift","outputs":{\(outputs)},"container":[0,0,10,10],\
            "events":[{"type":"will_show","frame":[0,0,10,10],"regions":[\(regions)]}]}}
            """)
        #expect(picture.all("output", 1).count == 16)
        #expect(picture.all("region", 1).count == 64)
        #expect(picture.texts.contains { $0.words == "16 of 2000 outputs drawn" })
        picture.checkText()
    }

    @Test("a window that the compositor keeps clear is drawn as it lays it out; what it waits for is said")
    func notes() throws {
        let clear = try svg(
            Self.scenario(events: #"{"type":"will_show","height":258,"compositor_avoids":true}"#))
        #expect(clear.first("container", 1)?.frame == Rect(x: 0, y: 0, width: 375, height: 409))
        #expect(clear.texts.contains { $0.words == "at 0 ms · compositor makes room" })
        let line = Self.scenario(
            events: """
                {"type":"will_show","height":258,"candidate_bar_h":44},{"type":"will_show","height":258},\
                {"type":"will_hide","t":100}
                """
        ).replacing(#""mode""#, with: #""grace_ms":60,"bar_policy":"sticky","mode""#)
        let held = try svg(line)
        #expect(held.first("candidate-bar", 1)?.frame == Rect(x: 0, y: 409, width: 375, height: 44))
        #expect(held.first("candidate-bar", 2)?.frame == Rect(x: 0, y: 365, width: 375, height: 44))
        #expect(held.texts.contains { $0.words == "reserved 44" })
        #expect(held.texts.contains { $0.words == "at 100 ms · leaves at 160 ms" })
    }

    // MARK: - Finding the case

    @Test("the first case, or the one that is asked for; pieces of any size")
    func finding() throws {
        let file = "\n" + Self.scenario(id: "one") + "\n{\n" + Self.scenario(id: "two")
        var first = PictureReader(file: "f")
        for byte in file.utf8 { first.read([byte]) }
        #expect(first.finish().picture?.id == "one")
        var second = PictureReader(file: "f", id: "two")
        second.read(file.utf8)
        #expect(second.finish().picture?.id == "two")
    }

    @Test("no such case, none at all, and one that cannot be read are errors")
    func missing() {
        func errors(_ text: String, id: String? = nil) -> [String] {
            var reader = PictureReader(file: "f", id: id)
            reader.read(text.utf8)
            let (picture, errors) = reader.finish()
            #expect(picture == nil)
            return errors.map(\.description)
        }
        #expect(errors("\n\n") == ["f: no case is in it"])
        #expect(errors(Self.scenario(), id: "b") == ["f: no case has the id b"])
        let broken = errors("{\n" + Self.scenario(), id: "b")
        #expect(broken.count == 2)
        #expect(broken.first?.hasPrefix("f:1: ") == true)
        #expect(errors("\n{}") == ["f:2: id: has to be a string"])
        #expect(errors(Self.scenario(output: "[0,0,\"x\",1]")).first?.hasPrefix("f:1: input.output") == true)
    }
}
