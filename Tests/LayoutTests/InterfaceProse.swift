import Foundation
import FoundationXML

/// Whether an interface description tells all that a client author needs: prose in a comment right before every
/// interface and member, a line for every argument, and how every property announces its changes.
final class InterfaceProse: NSObject, XMLParserDelegate {
    private let path: String
    private var findings: [Finding] = []
    /// The comment that was read last, if nothing has come since.
    private var comment: String?
    /// How many elements are open.
    private var depth = 0
    /// How many interfaces of ours were seen.
    private var count = 0
    private var interface = ""
    private var hasVersion = false
    private var member: Member?

    private struct Member {
        let kind: String
        let name: String
        let prose: [Substring]
        let line: Int
        var arguments: [String] = []
        var announces = false
    }

    private init(path: String) { self.path = path }

    static func check(_ file: TreeFile) -> [Finding] {
        let prose = InterfaceProse(path: file.path)
        let parser = XMLParser(data: Data(file.text.utf8))
        parser.delegate = prose
        // The parser forgives an element without an end.
        if !parser.parse() || prose.depth != 0 { prose.say("not XML", parser.lineNumber) }
        if prose.count == 0 { prose.say("describes no interface", 0) }
        return prose.findings
    }

    func parser(_ parser: XMLParser, foundComment comment: String) { self.comment = comment }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
        if text.contains(where: { !$0.isWhitespace }) { comment = nil }
    }

    func parser(
        _ parser: XMLParser, didStartElement element: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String] = [:]
    ) {
        depth += 1
        let name = attributes["name"] ?? ""
        switch element {
        case "interface":
            interface = name
            hasVersion = false
            guard isOurs else { break }
            count += 1
            _ = prose(of: name, at: parser.lineNumber)
        case "method", "signal", "property":
            guard isOurs else { break }
            member = Member(
                kind: element, name: name, prose: prose(of: name, at: parser.lineNumber), line: parser.lineNumber)
            if element == "property" && name == "Version" { hasVersion = true }
        case "arg":
            if name.isEmpty, isOurs { say("an argument has no name", parser.lineNumber) }
            member?.arguments.append(name)
        case "annotation":
            if name == "org.freedesktop.DBus.Property.EmitsChangedSignal" { member?.announces = true }
        case _: break
        }
        comment = nil
    }

    func parser(
        _ parser: XMLParser, didEndElement element: String, namespaceURI: String?, qualifiedName: String?
    ) {
        depth -= 1
        if element == "interface", isOurs, !hasVersion {
            say("\(interface) has no property Version", parser.lineNumber)
        }
        guard let member, member.kind == element else { return }
        self.member = nil
        judge(member)
    }

    /// The standard interfaces have their own description.
    private var isOurs: Bool { !interface.hasPrefix("org.freedesktop.DBus") }

    /// The lines of the comment, which must be headed by the name and say something.
    private func prose(of name: String, at line: Int) -> [Substring] {
        let lines = (comment ?? "").split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces)[...] }
            .filter { !$0.isEmpty }
        if lines.first != "\(name):" { say("no prose before \(name), headed by its name", line) }
        if !lines.dropFirst().contains(where: { !$0.hasPrefix("@") && !$0.hasPrefix("Added in") }) {
            say("\(name) has no prose", line)
        }
        return lines
    }

    private func judge(_ member: Member) {
        let described = member.prose.compactMap { $0.firstMatch(of: /^@(\w+):\s*\S/).map { String($0.1) } }
        for argument in member.arguments where !argument.isEmpty && !described.contains(argument) {
            say("\(member.name) does not describe @\(argument)", member.line)
        }
        for name in described where !member.arguments.contains(name) {
            say("\(member.name) describes @\(name), which it does not have", member.line)
        }
        if !member.prose.contains(where: { $0.contains("Added in version") }) {
            say("\(member.name) does not say in which version it came", member.line)
        }
        if member.kind == "property", !member.announces {
            say("\(member.name) does not say how it announces changes", member.line)
        }
    }

    private func say(_ text: String, _ line: Int) { findings.append(Finding(path: path, line: line, text: text)) }
}
