import HeadroomBus
import HeadroomCore
import HeadroomWire
import Testing

@Suite("Provider state") struct ProviderStateTests {
    private func state(_ texts: String...) throws -> ProviderState {
        var state = ProviderState()
        for text in texts { state.apply(try ProviderUpdate(text: text, at: 0)) }
        return state
    }

    @Test("Keys keep their value until they are given anew")
    func keeping() throws {
        let state = try state("visible=true;frame=0,1,2,3;engine=a", "visible=false", "engine=b;duration-ms=5")
        #expect(state.isVisible == false)
        #expect(state.frame == Rect(x: 0, y: 1, width: 2, height: 3))
        #expect(state.engine == "b")
    }

    @Test("Every state key is taken, and cleared", arguments: ProviderKey.allCases.filter(\.isState))
    func clearing(key: ProviderKey) throws {
        var state = ProviderState()
        state.apply(.full)
        // `full` clears the engine and gives it: given wins.
        #expect(state == ProviderUpdate.full.state)
        var update = ProviderUpdate()
        update.cleared = [key]
        state.apply(update)
        #expect(state != ProviderUpdate.full.state)
        update.cleared = ProviderKey.allCases
        state.apply(update)
        #expect(state == ProviderState())
    }

    @Test("A key that is cleared and given is given")
    func both() throws {
        let state = try state("engine=a;visible=true", "clear=engine,visible;engine=b")
        #expect(state.engine == "b")
        #expect(state.isVisible == nil)
    }
}
