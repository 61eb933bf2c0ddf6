import HeadroomCore
import Support

extension Story {
    /// Waits for a notification.
    ///
    /// - Returns: what was told and not waited for, at least up to it.
    @discardableResult
    package func follow(to member: String) throws -> [Told] {
        try wait(for: member) { $0.contains { $0.member == member } }
    }

    /// Waits until what is published is what the window tree shows, and neither has changed for so many times 50 ms.
    ///
    /// - Returns: what was told meanwhile.
    @discardableResult
    package func settle(_ truth: XDesktop.Truth, calm enough: Int = 12) throws -> [Told] {
        var notes: [Told] = []
        var calm = 0
        var last: (Published, Rect?)?
        for _ in 0..<600 {
            try desktop.pass(microseconds: 50_000)
            let news = try pending()
            try skip()
            notes += news
            let now = (try desktop.published(), try truth.frame().flatMap(truth.visible))
            let agree = now.1.map { now.0.end == $0 && now.0.phase == "shown" } ?? (now.0.phase == "hidden")
            let isSame = last.map { $0.0 == now.0 && $0.1 == now.1 } ?? false
            calm = agree && isSame && news.isEmpty ? calm + 1 : 0
            last = now
            if calm == enough { return notes }
        }
        throw TestFailure("published and shown differ: \(String(describing: last))\n\(log)")
    }
}
