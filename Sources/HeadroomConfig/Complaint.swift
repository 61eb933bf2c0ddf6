/// Something in headroom.conf that was not taken, said so that the user finds the place.
package struct Complaint: Sendable, Hashable, CustomStringConvertible {
    /// The file's path.
    package var file: String
    /// Counted from 1; nil if the whole file is meant.
    package var line: Int?
    package var section: String?
    package var key: String?
    /// What is wrong with it, and where it helps what would be right.
    package var text: String

    /// `FILE:LINE: [SECTION] KEY: TEXT`, without what is not known.
    package var description: String {
        var place = file
        if let line { place += ":\(line)" }
        place += ":"
        if let section, !section.isEmpty { place += " [\(section)]" }
        if let key { place += " \(key)" }
        return (section ?? "").isEmpty && key == nil ? "\(place) \(text)" : "\(place): \(text)"
    }
}
