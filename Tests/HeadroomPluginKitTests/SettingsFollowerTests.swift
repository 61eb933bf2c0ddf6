import Support
import Testing

@testable import HeadroomConfig
@testable import HeadroomPluginKit

/// headroom.conf is looked at whenever it counts.
@Suite("Settings, followed")
struct SettingsFollowerTests {
    @Test("what is written counts from the next look on; what is wrong keeps what held")
    func follows() throws {
        let folder = try TemporaryFolder()
        var follower = SettingsFollower(path: "\(folder.path)/headroom.conf")
        #expect(follower.now == Settings())
        try folder.write("[apps]\nignore=foot\n", to: "headroom.conf")
        #expect(follower.now.ignoredApps == ["foot"])
        try folder.write("[apps]\nignore=foot\n[motion]\nreduced=perhaps\n", to: "headroom.conf")
        #expect(follower.now.reducedMotion == .auto)
        try folder.write("[motion]\nreduced=no\n", to: "headroom.conf")
        #expect(follower.now.reducedMotion == .no)
        #expect(follower.now.ignoredApps == [])
    }

    @Test("without a place for it all is as nobody said otherwise")
    func nowhere() {
        var follower = SettingsFollower(path: nil)
        #expect(follower.now == Settings())
    }
}
