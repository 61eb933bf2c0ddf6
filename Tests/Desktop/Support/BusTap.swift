package import Foundation
import Support

/// A wire tap between a program and a bus: it passes everything on, and keeps what the program receives.
package final class BusTap {
    private let teller: Teller
    private let record: String
    /// Where the program is to connect.
    package let address: String

    /// Starts it.
    ///
    /// - Parameters:
    ///   - desktop: where.
    ///   - name: what its files are called.
    ///   - bus: the bus's address, or `file:PATH` for the one that IBus has left in a file.
    /// - Throws: if it does not start.
    package init(_ desktop: Session, _ name: String, to bus: String) throws {
        record = "\(desktop.folder)/\(name).received"
        let socket = "\(desktop.folder)/\(name).tap"
        address = "unix:path=\(socket)"
        teller = try desktop.python("bustap.py", [socket, record, bus])
    }

    deinit { teller.process.kill() }

    /// All bytes that were received so far.
    package var bytes: Data { FileManager.default.contents(atPath: record) ?? Data() }

    /// What was received so far, each message by kind and member: `signal GlobalEngineChanged`.
    package var messages: [String] {
        teller.lines.filter { $0.hasPrefix("got ") }.map { String($0.dropFirst("got ".count)) }
    }
}

extension IBus {
    /// The file in which it says where its bus is.
    package var addressFile: String {
        let folder = "\(desktop.folder)/.config/ibus/bus"
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return files.first.map { "\(folder)/\($0)" } ?? folder
    }
}
