/// A small fault for the core library, and who has to notice.
struct Mutant {
    let name: String
    /// Below Sources/HeadroomCore.
    let file: String
    /// Text that stands exactly once in the file.
    let old: String
    let new: String
    /// The suites of which at least one test has to fail.
    let suites: [String]

    init(_ name: String, in file: String, _ old: String, _ new: String, caughtBy suites: String...) {
        self.name = name
        self.file = file
        self.old = old
        self.new = new
        self.suites = suites
    }

    static let all = geometry + avoidance + sessions + keyboard + arbiter + candidates + form
}
