import Foundation
import Support

/// Pictures that tests leave for people to look at, in the build's folder.
package enum KeptScreenshots {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../../.build/screenshots").standardizedFileURL

    /// Keeps the picture that a desktop took last.
    package static func keep(_ desktop: Session, as name: String) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let target = folder.appendingPathComponent("\(name).ppm")
        try? FileManager.default.removeItem(at: target)
        try FileManager.default.copyItem(at: URL(fileURLWithPath: "\(desktop.folder)/shot.ppm"), to: target)
    }
}
