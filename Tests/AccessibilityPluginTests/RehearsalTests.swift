import HeadroomPluginKit
import Testing

/// The plugin contract with the plugin's own world, which has to ask another program for everything.
@Suite("The accessibility plugin's rehearsals", .timeLimit(.minutes(10)))
struct RehearsalTests {
    @Test("a list and a text area", arguments: Rehearsal.Scene.allCases, [false, true])
    func scene(scene: Rehearsal.Scene, isArea: Bool) throws {
        #expect(try breaches(scene, RehearsedTree(isArea: isArea)) == [])
    }

    @Test("an application that takes nothing is found out", arguments: [ScriptedToolkit.Fault.stuckBar, .offScreen])
    func faults(fault: ScriptedToolkit.Fault) throws {
        let tree = try RehearsedTree(isArea: false)
        tree.fault = fault
        #expect(try breaches(.show, tree) != [])
    }

    private func breaches(_ scene: Rehearsal.Scene, _ tree: RehearsedTree) throws -> [Rehearsal.Breach] {
        Rehearsal.breaches(playing: [scene]) { output in
            _ = tree.turn(to: output)
            return tree
        }
    }
}
