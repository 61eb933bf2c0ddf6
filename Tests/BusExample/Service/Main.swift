import Glibc
import HeadroomBus

/// Offers a board of notes on the session bus until it is told to stop.
@main
struct Main {
    static func main() {
        do throws(BusError) {
            exit(try run())
        } catch {
            print("\(error)")
            exit(1)
        }
    }

    private static func run() throws(BusError) -> Int32 {
        let loop = try EventLoop()
        let terminated = try loop.signal(SIGTERM) { loop.quit(0) }
        defer { terminated.cancel() }
        let connection = Connection(loop: loop, address: .session)
        connection.onDisconnected = { _ in loop.quit(3) }
        let notes = Notes()
        try notes.export(over: connection)
        try connection.open()
        connection.requestName(Notes.name, [.doNotQueue]) { answer in
            switch answer {
            case .success(.primaryOwner), .success(.alreadyOwner):
                print("ready")
                fflush(nil)
                ServiceManager.notify("READY=1")
            case .success(.inQueue), .success(.exists), .failure:
                loop.quit(2)
            }
        }
        return try loop.run()
    }
}
