import HeadroomCore

/// What the daemon keeps, reads and answers at most (contract, sections 2, 3 and 5).
package enum Limits {
    /// The largest absolute value of a length or coordinate, in logical pixels.
    package static let farthest = Rect.farthest
    /// The longest motion, in ms.
    package static let durationMS: UInt32 = 10_000
    /// The longest lease, in ms: a day.
    package static let leaseMS: UInt32 = 86_400_000
    /// How far from its call a motion may start, in µs.
    package static let startDistance: UInt64 = 10_000_000
    /// The longest string, in bytes of UTF-8.
    package static let stringBytes = 256
    /// The most rectangles in a list.
    package static let regions = 64
    /// The most members of any other list.
    package static let members = 64
    /// The most keys in one `a{sv}` or text.
    package static let keys = 64
    /// The longest text of PublishText, in bytes.
    package static let textBytes = 16_384

    package static let providersPerConnection = 8
    package static let providers = 1_024

    package static let pluginsPerConnection = 8
    package static let plugins = 64
    /// Claims are counted by the processes that they are made for.
    package static let claimsPerConnection = 256
    package static let claims = 1_024
    /// How long a plugin that is told to put things back has for it, in ms.
    package static let graceMS: UInt32 = 500

    /// How many calls a connection may make.
    package static let calls = Rate(perSecond: 200, burst: 400)
    /// How many times a connection may ask to show or hide.
    package static let requests = Rate(perSecond: 5, burst: 5)
    /// How many times a provider may move between outputs.
    package static let moves = Rate(perSecond: 4, burst: 4)
}
