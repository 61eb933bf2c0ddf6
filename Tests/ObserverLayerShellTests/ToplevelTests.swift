import Testing

@testable import ObserverLayerShell

@Suite struct ToplevelTests {
    @Test func whatIsToldCountsWhenItIsDone() {
        var table = ToplevelTable()
        table.opened(1)
        table.entered(1, output: 10)
        table.state(1, isActivated: true, isFullscreen: true)
        #expect(table.covered == [])
        table.done(1)
        #expect(table.covered == [10])
        table.entered(1, output: 11)
        table.left(1, output: 10)
        table.done(1)
        #expect(table.covered == [11])
        table.state(1, isActivated: false, isFullscreen: true)
        table.done(1)
        #expect(table.covered == [])
    }

    @Test func aWindowThatIsGoneCoversNothing() {
        var table = ToplevelTable()
        for window in [1, 2] {
            table.opened(window)
            table.entered(window, output: 10)
            table.state(window, isActivated: true, isFullscreen: true)
            table.done(window)
        }
        table.closed(1)
        #expect(table.covered == [10])
        table.closed(2)
        #expect(table.covered == [])
        table.state(2, isActivated: true, isFullscreen: true)
        table.done(2)
        #expect(table.covered == [], "nobody knows it")
    }

    @Test func statesAreReadByTheirNumbers() {
        #expect(LayerShellDecoder.state([]) == .state(isActivated: false, isFullscreen: false))
        #expect(LayerShellDecoder.state([0, 2]) == .state(isActivated: true, isFullscreen: false))
        #expect(LayerShellDecoder.state([3, 9, .max]) == .state(isActivated: false, isFullscreen: true))
    }
}
