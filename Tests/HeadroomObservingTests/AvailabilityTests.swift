import HeadroomBus
import HeadroomObserving
import Support
import Testing

struct AvailabilityTests {
    @Test("the words of ListObservers")
    func words() {
        #expect(Availability.active.word == "active")
        #expect(Availability.active.reason == "")
        #expect(Availability.waiting("for a keyboard").word == "waiting")
        #expect(Availability.waiting("for a keyboard").reason == "for a keyboard")
        #expect(Availability.unavailable("no bus").word == "unavailable")
    }

    @Test("an observer that was left out says which library was missing, and can do nothing")
    func leftOut() throws {
        let host = try ScriptedHost(PrivateBus(), EventLoop())
        let observer = LeftOutObserver("LayerShell", missing: "libwayland-client")
        observer.start(host)
        #expect(host.availability.map(\.word) == ["unavailable"])
        #expect(host.availability.last?.reason.contains("libwayland-client") == true)
        #expect(!observer.show())
        #expect(!observer.hide())
        observer.stop()
        #expect(host.facts.isEmpty)
    }

    @Test("a process's program; none for a process that is not there")
    func process() throws {
        let child = try ChildProcess("cat")
        // Once it answers it is that program, and no longer this one on the way to it.
        child.write("hello\n")
        #expect(try child.readLine() == "hello")
        #expect(KeyboardProcess.name(UInt32(child.pid)) == "cat")
        child.kill()
        #expect(KeyboardProcess.name(UInt32(child.pid)) == nil)
    }
}
