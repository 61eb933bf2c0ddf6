import HeadroomBus
import Support

/// A peer that owns names, and says what a test wants it to: an input method, or a panel.
final class ScriptedInputMethod {
    let connection: Connection
    private let loop: EventLoop

    static let method: BusName = "org.kde.kimpanel.inputmethod"
    static let panel: BusName = "org.kde.impanel"
    static let fcitx5: BusName = "org.fcitx.Fcitx5"

    init(_ bus: PrivateBus, _ loop: EventLoop, owning names: BusName...) throws {
        self.loop = loop
        connection = try bus.connect(loop)
        for name in names { try own(name) }
    }

    func own(_ name: BusName) throws {
        var reply: NameReply?
        connection.requestName(name, [.doNotQueue]) { result in reply = try? result.get() }
        try loop.wait("the name \(name)") { reply != nil }
        guard reply == .primaryOwner else { throw TestFailure("\(name) is \(String(describing: reply))") }
    }

    func release(_ name: BusName) { connection.releaseName(name) }

    func send(_ talk: [PanelTalk]) throws {
        for each in talk { try connection.send(each.message()) }
    }
}
