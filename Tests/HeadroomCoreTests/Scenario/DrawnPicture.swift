import Foundation
import FoundationXML
import HeadroomCore
import Testing

/// A picture as read back from its SVG.
final class DrawnPicture: NSObject, XMLParserDelegate {
    struct Drawn {
        var what: String
        var step: Int?
        var frame: Rect
    }

    struct Words {
        var style: String
        var words: String
        var x: Double
        var y: Double
    }

    private(set) var rects: [Drawn] = []
    private(set) var texts: [Words] = []
    /// How often each element occurs.
    private(set) var elements: [String: Int] = [:]
    private var size = Size(width: 0, height: 0)
    private var isInText = false

    /// - Throws: if it is not well-formed.
    init(_ svg: String) throws {
        super.init()
        let parser = XMLParser(data: Data(svg.utf8))
        parser.delegate = self
        guard parser.parse() else { throw try #require(parser.parserError) }
        #expect(elements["svg"] ?? 0 > 1)
    }

    func all(_ what: String, _ step: Int) -> [Drawn] { rects.filter { $0.what == what && $0.step == step } }
    func first(_ what: String, _ step: Int) -> Drawn? { all(what, step).first }

    /// No two texts in one column are nearer than their height, and none begins outside the picture.
    func checkText() {
        #expect(size.width > 0 && size.height > 0)
        for text in texts {
            #expect(text.x >= 0 && text.x < size.width + 0.01, "\(text.words)")
            #expect(text.y > 0 && text.y < size.height, "\(text.words)")
        }
        for column in Dictionary(grouping: texts, by: \.x).values {
            let heights = column.map(\.y).sorted()
            for (above, below) in zip(heights, heights.dropFirst()) { #expect(below - above > 13.9) }
        }
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        elements[name, default: 0] += 1
        func number(_ key: String) -> Double {
            guard let text = attributes[key] else { return 0 }
            let value = Double(text) ?? .nan
            #expect(value.isFinite && abs(value) <= 4e6, "\(name) \(key)=\(text)")
            return value
        }
        let frame = Rect(x: number("x"), y: number("y"), width: number("width"), height: number("height"))
        switch name {
        case "svg":
            if elements[name] == 1 { size = frame.size }
            let view = (attributes["viewBox"] ?? "").split(separator: " ").compactMap { Double($0) }
            #expect(view.count == 4 && view[2] > 0 && view[3] > 0 && view.allSatisfy(\.isFinite))
        case "rect":
            if let what = attributes["data-what"] {
                rects.append(Drawn(what: what, step: attributes["data-step"].flatMap { Int($0) }, frame: frame))
            }
        case "text":
            isInText = true
            texts.append(Words(style: attributes["class"] ?? "", words: "", x: frame.x, y: frame.y))
        default: break
        }
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
        if isInText, let last = texts.indices.last { texts[last].words += string }
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        if name == "text" { isInText = false }
    }
}
