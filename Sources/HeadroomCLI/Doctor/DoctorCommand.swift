extension Command {
    static let doctor = Command("doctor", "x", options: [.json]) { _ throws(Failure) in 0 }
    static let demo = Command("demo", "x") { _ throws(Failure) in 0 }
}
