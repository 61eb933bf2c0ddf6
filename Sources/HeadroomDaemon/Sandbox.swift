/// Whether a process lives in a sandbox, whose word on where keyboards are is not taken (contract, section 5).
package enum Sandbox {
    /// Flatpak puts `.flatpak-info` at the root of the process; snapd names the process's security label.
    package static func holds(_ files: ProcessFiles) -> Bool {
        files.hasFlatpakInfo || files.securityLabel?.hasPrefix("snap.") == true
    }
}
