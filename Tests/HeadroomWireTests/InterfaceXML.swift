import Foundation
import FoundationXML

/// The interface XML, as a test reads it: each element with the comment before it.
struct InterfaceXML {
    struct Member {
        /// `method`, `signal` or `property`.
        var element = ""
        var name = ""
        /// The comment right before it.
        var prose = ""
        /// A property's type.
        var type = ""
        /// Name, type and direction; a signal's are `out`.
        var arguments: [(name: String, type: String, direction: String)] = []
        var annotations: [String: String] = [:]

        func signature(_ direction: String) -> String {
            arguments.filter { $0.direction == direction }.map(\.type).joined()
        }
    }

    struct Interface {
        var name = ""
        var prose = ""
        var members: [Member] = []

        subscript(name: String) -> Member? { members.first { $0.name == name } }
    }

    var prose = ""
    var interfaces: [Interface] = []

    init(_ bytes: [UInt8]) throws {
        let parser = XMLParser(data: Data(bytes))
        let reading = Reading()
        parser.delegate = reading
        guard parser.parse() else { throw parser.parserError ?? CocoaError(.fileReadCorruptFile) }
        self = reading.xml
    }

    private init() {}

    subscript(name: String) -> Interface? { interfaces.first { $0.name == name } }

    /// The keys of ``key`` (``type``) lines in a prose, with their types.
    static func keys(in prose: String) -> [String: String] {
        var keys: [String: String] = [:]
        for match in prose.matches(of: /(?m)^\s*\* ``([a-z-]+)`` \(``([^`]+)``\)$/) {
            keys[String(match.1)] = String(match.2)
        }
        return keys
    }

    private final class Reading: NSObject, XMLParserDelegate {
        var xml = InterfaceXML()
        private var comment = ""

        func parser(_ parser: XMLParser, foundComment comment: String) { self.comment = comment }

        func parser(
            _ parser: XMLParser, didStartElement element: String, namespaceURI: String?, qualifiedName: String?,
            attributes: [String: String] = [:]
        ) {
            let name = attributes["name"] ?? ""
            let type = attributes["type"] ?? ""
            let interface = xml.interfaces.count - 1
            let member = interface >= 0 ? xml.interfaces[interface].members.count - 1 : -1
            switch element {
            case "node": xml.prose = comment
            case "interface": xml.interfaces.append(Interface(name: name, prose: comment))
            case "method", "signal", "property":
                xml.interfaces[interface].members.append(
                    Member(element: element, name: name, prose: comment, type: type))
            case "arg":
                xml.interfaces[interface].members[member].arguments.append(
                    (name, type, attributes["direction"] ?? "out"))
            case "annotation":
                xml.interfaces[interface].members[member].annotations[name] = attributes["value"]
            default: break
            }
            comment = ""
        }
    }
}
