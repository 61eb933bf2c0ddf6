/// Whether a process lives in a sandbox, whose word on where keyboards are is not taken (contract, section 5).
enum Sandbox {
    /// Flatpak puts `.flatpak-info` at the root of the process; snapd names the process's security label.
    static func holds(process: UInt32) -> Bool {
        let files = ProcessFiles(process)
        return files.hasFlatpakInfo || files.securityLabel?.hasPrefix("snap.") == true
    }
}
