import HeadroomCore
import Testing

/// What scenarios play beyond the cases (contract, section 8).
@Suite("Scenario runs")
struct ScenarioRunTests {
    /// Plays a line and judges it by what it expects.
    private func expect(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
        var reader = ScenarioReader(file: "test", isChecking: true)
        let results = reader.read(text.utf8) + reader.finish()
        #expect(results == [.checked([])], "\(results)", sourceLocation: sourceLocation)
    }

    @Test("daemon: the grace starts with whatever ends visibility, and keeps the last frame")
    func daemonGrace() {
        expect(
            """
            {"id":"grace","input":{"mode":"shift","margin":0,"daemon":true,"visible_property":true,"grace_ms":100,\
            "output":[0,0,800,600],"container":[0,0,800,600],"target":{"field":[0,560,800,40]},"events":[\
            {"type":"surface","frame":[0,400,800,200],"t":0},{"type":"surface","frame":[0,0,0,0],"t":1000},\
            {"type":"visible","value":false,"t":1050},{"type":"surface","frame":[0,450,800,150],"t":1060},\
            {"type":"tick","t":1099},{"type":"tick","t":1100},{"type":"visible","value":true,"t":1200},\
            {"type":"owner","present":false,"t":1300},{"type":"visible","value":true,"t":1400},\
            {"type":"owner","present":true,"t":1500}]},\
            "expected":{"after":[{"shift":200},{"shift":200,"command":false},{"shift":200},{"shift":150},\
            {"shift":150,"command":false},{"shift":0,"command":true},{"shift":150},{"shift":0,"command":true},\
            {"shift":0},{"shift":0}]}}
            """)
    }

    @Test("daemon: a rejected will_show raises no flag")
    func daemonRejects() {
        expect(
            """
            {"id":"flag","input":{"mode":"shift","margin":0,"daemon":true,"visible_property":false,\
            "output":[0,0,800,600],"container":[0,0,800,600],"target":{"field":[0,560,600,40]},"events":[\
            {"type":"will_show","frame":[0,"NaN",800,200]},{"type":"surface","frame":[0,400,800,200]},\
            {"type":"will_show","frame":[0,400,800,200]}]},\
            "expected":{"after":[{"shift":0},{"shift":0},{"shift":200}]}}
            """)
    }

    @Test("daemon: a flag that is raised again while the turned output has no surface yet ends no session")
    func daemonTurnKeepsBar() {
        expect(
            """
            {"id":"turn","input":{"mode":"shift","margin":0,"daemon":true,"bar_policy":"sticky","output":[0,0,800,600],\
            "container":[0,0,800,600],"target":{"field":[0,560,600,40]},"events":[\
            {"type":"surface","frame":[0,400,800,200],"candidate_bar_h":40,"candidate_included":false},\
            {"type":"output_changed","output":[0,0,600,800],"container":[0,0,600,800],\
            "target":{"field":[0,760,600,40]}},{"type":"visible","value":true},\
            {"type":"surface","frame":[0,500,600,300]}]},\
            "expected":{"after":[{"shift":240},{"shift":0},{"shift":0,"command":false},{"shift":340}]}}
            """)
    }

    @Test("daemon: a turned output forgets the surface")
    func daemonRotation() {
        expect(
            """
            {"id":"turn","input":{"mode":"shift","margin":0,"daemon":true,"output":[0,0,800,600],\
            "container":[0,0,800,600],"target":{"field":[0,560,600,40]},"events":[\
            {"type":"surface","frame":[0,400,800,200]},\
            {"type":"output_changed","output":[0,0,600,800],"container":[0,0,600,800],\
            "target":{"field":[0,760,600,40]}},{"type":"visible","value":true},\
            {"type":"surface","frame":[0,500,600,300]}]},\
            "expected":{"after":[{"shift":200},{"shift":0},{"shift":0},{"shift":300}]}}
            """)
    }

    @Test("physical pixels: everything the event says")
    func physical() {
        expect(
            """
            {"id":"physical","input":{"mode":"shift","margin":0,"outputs":{"A":{"rect":[0,0,400,800]},\
            "B":{"rect":[400,0,400,800],"scale":2,"phys_origin":[1000,0]}},"container":[400,0,400,800],\
            "target":{"field":[400,760,400,40]},"events":[\
            {"type":"will_show","frame":[1000,1200,800,400],"physical_on":"B"},\
            {"type":"will_change","height":500,"candidate_bar_h":80,"candidate_included":false,"physical_on":"B"}]},\
            "expected":{"after":[{"shift":200},{"shift":290}]}}
            """)
        expect(
            """
            {"id":"popup","input":{"popup":[100,50],"gap":4,"outputs":{"A":{"rect":[0,0,400,800],"scale":2}},\
            "queries":[{"cursor":[20,1300,2,40],"keyboard":[0,1400,800,200],"physical_on":"A"},\
            {"cursor":[0,0,0,0],"window":[100,100,200,300],"popup":[50,50]}]},\
            "expected":{"after":[{"popup":[10,596]},{"popup":[100,350]}]}}
            """)
    }

    @Test("a caret event follows by whole lines")
    func caret() {
        expect(
            """
            {"id":"caret","input":{"mode":"shift","output":[0,0,375,667],"container":[0,0,375,667],\
            "target":{"caret":[20,300,2,20]},"events":[{"type":"will_show","height":258},\
            {"type":"caret","target":{"caret":[20,380,2,20]}},{"type":"caret","target":{"caret":[20,390,2,20]}}]},\
            "expected":{"after":[{"shift":0},{"shift":20,"command":true},{"shift":20,"command":false}]}}
            """)
    }

    @Test("a scroll view within that moves is a command, and samples are the offset's")
    func chainCommand() {
        expect(
            """
            {"id":"chain","input":{"mode":"chain","margin":0,"output":[0,0,400,800],\
            "chain":[{"frame_in_outer":[0,0,400,800],"content_h":2000,"offset":100}],\
            "scroll":{"frame":[0,0,400,800],"content_h":800},"target":{"field":[0,860,400,40]},"samples_at":[50],\
            "events":[{"type":"will_show","height":100,"duration_ms":100},{"type":"will_change","height":300},\
            {"type":"will_hide"}]},\
            "expected":{"after":[{"offsets":[200,0],"inset_bottom":100,"command":true,\
            "parts":{"scroll0":100,"scroll":0,"root":0}},{"offsets":[400,0]},{"offsets":[100,0],"command":true}],\
            "samples":{"50":0}}}
            """)
    }

    @Test("while no keyboard is shown no level is moved, wherever it is scrolled")
    func partsAtRest() {
        expect(
            """
            {"id":"parts","input":{"mode":"chain","margin":0,"output":[0,0,400,800],\
            "chain":[{"frame_in_outer":[0,0,400,700],"content_h":2000,"offset":100}],\
            "scroll":{"frame":[0,0,400,800],"content_h":1600,"offset":60},"target":{"field":[0,860,400,40]},\
            "events":[{"type":"tick"},{"type":"will_show","height":300},{"type":"will_hide"},\
            {"type":"user_scroll","offset":200}]},\
            "expected":{"after":[{"parts":{"scroll0":0,"scroll":0,"root":0}},\
            {"parts":{"scroll0":240,"scroll":0,"root":0}},{"parts":{"scroll0":0,"scroll":0,"root":0}},\
            {"parts":{"scroll0":0,"scroll":0,"root":0},"offsets":[100,200]}]}}
            """)
    }

    @Test("room that is held is no more than half of an output that was turned")
    func heldRoom() {
        expect(
            """
            {"id":"room","input":{"mode":"shift","margin":0,"bar_policy":"sticky","output":[0,0,400,600],\
            "container":[0,0,400,600],"target":{"field":[0,100,400,40]},"events":[\
            {"type":"will_show","height":200,"room_below_caret":300},\
            {"type":"output_changed","output":[0,0,600,400],"container":[0,0,600,400]},\
            {"type":"will_show","height":100}]},"expected":{"after":[{"shift":40},{"shift":0},{"shift":40}]}}
            """)
    }

    @Test("room for candidates in a scroll view that ends above the keyboard which the compositor avoids")
    func roomWhereTheCompositorAvoids() {
        expect(
            """
            {"id":"room","input":{"mode":"scroll","margin":10,"output":[0,0,400,600],\
            "scroll":{"frame":[0,0,400,350],"content_h":900,"offset":0},"target":{"caret":[5,345,2,20]},"events":[\
            {"type":"will_show","height":100,"room_below_caret":200,"compositor_avoids":true}]},\
            "expected":{"after":[{"offset":75,"inset_bottom":0}]}}
            """)
    }

    @Test("split: room above a part is kept whole, also where the keyboard itself has less above it")
    func roomAboveParts() {
        expect(
            """
            {"id":"room","input":{"mode":"shift","margin":0,"floating":"avoid","output":[0,0,400,600],\
            "container":[0,0,400,600],"target":{"field":[10,210,50,20]},"events":[\
            {"type":"will_show","frame":[0,100,400,300],"regions":[[0,300,100,100]],"room_below_caret":120}]},\
            "expected":{"after":[{"shift":50}]}}
            """)
    }

    @Test("timeline: candidate bars extend the frame, the owner's loss hides at once")
    func timeline() {
        expect(
            """
            {"id":"timeline","input":{"timeline":true,"output":[0,0,400,800],"bar_policy":"sticky","events":[\
            {"type":"surface","frame":[0,600,400,200],"candidate_bar_h":40,"candidate_included":false,"duration_ms":0},\
            {"type":"surface","frame":[0,600,400,200],"duration_ms":0,"t":1000},\
            {"type":"surface","height":"NaN","t":1100},{"type":"owner","present":false,"t":2000},\
            {"type":"owner","present":true,"t":3000},{"type":"visible","value":true,"t":3000},\
            {"type":"surface","frame":[0,600,400,200],"duration_ms":0,"t":3000}]},\
            "expected":{"after":[{"signals":[\
            {"name":"WillShow","serial":1,"frame_end":[0,560,400,240],"candidate_bar_height":40,"bottom_inset":240},\
            {"name":"DidShow","serial":2,"completes":1}]},{"signals":[]},{"signals":[]},{"signals":[\
            {"name":"WillHide","reason":"provider-lost","duration_ms":0},{"name":"DidHide","t":2000}]},\
            {"signals":[]},{"signals":[]},{"signals":[\
            {"name":"WillShow","frame_end":[0,600,400,200],"candidate_bar_height":0},{"name":"DidShow"}]}]}}
            """)
    }

    @Test("timeline: will_show raises the flag and will_hide lowers it, each with its duration; rejected, neither")
    func timelineVerbs() {
        expect(
            """
            {"id":"verbs","input":{"timeline":true,"visible_property":false,"output":[0,0,400,800],"events":[\
            {"type":"will_show","height":"NaN"},{"type":"surface","frame":[0,600,400,200],"duration_ms":0},\
            {"type":"will_show","frame":[0,600,400,200],"duration_ms":100},\
            {"type":"will_hide","duration_ms":200,"t":1000},{"type":"tick","t":2000}]},\
            "expected":{"after":[{"signals":[]},{"signals":[]},{"signals":[{"name":"WillShow","duration_ms":100}]},\
            {"signals":[{"name":"DidShow","t":100},{"name":"WillHide","t":1000,"duration_ms":200}]},\
            {"signals":[{"name":"DidHide","t":1200}]}]}}
            """)
    }

    @Test("timeline: a window that went at the time 0 has its grace too")
    func graceAtZero() {
        expect(
            """
            {"id":"zero","input":{"timeline":true,"output":[0,0,400,800],"events":[\
            {"type":"surface","frame":[0,600,400,200]},{"type":"surface","frame":[0,0,0,0]},{"type":"tick","t":60}]},\
            "expected":{"after":[{"signals":[{"name":"WillShow"}]},{"signals":[]},\
            {"signals":[{"name":"DidShow","t":34},{"name":"WillHide","t":60},{"name":"DidHide","t":60}]}]}}
            """)
    }

    @Test("timeline: a place that had to wait for a token was not said, and needs no distance from itself")
    func heldPlace() {
        expect(
            """
            {"id":"held","input":{"timeline":true,"output":[0,0,400,800],"events":[\
            {"type":"surface","frame":[0,700,400,100],"duration_ms":0},\
            {"type":"surface","frame":[0,680,400,120],"duration_ms":0},\
            {"type":"surface","frame":[0,660,400,140],"duration_ms":0},\
            {"type":"surface","frame":[0,640,400,160],"duration_ms":0},\
            {"type":"surface","frame":[0,600,400,200],"t":90},{"type":"tick","t":200}]},\
            "expected":{"after":[null,null,null,{"signals":[{"name":"WillChangeFrame"},{"name":"DidChangeFrame"}]},\
            {"signals":[]},{"signals":[\
            {"name":"WillChangeFrame","t":100,"duration_ms":0,"frame_end":[0,600,400,200]},\
            {"name":"DidChangeFrame"}]}]}}
            """)
    }

    @Test("timeline: a first place within 0.5 px of the learned end is that end, and no beginning of a slide")
    func learnedEnd() {
        expect(
            """
            {"id":"end","input":{"timeline":true,"output":[0,0,400,800],"learned":[0,600,400,200],\
            "learned_duration_ms":250,"events":[{"type":"surface","frame":[0,600.5,400,199.5]}]},\
            "expected":{"after":[{"signals":[\
            {"name":"WillShow","frame_end":[0,600.5,400,199.5],"duration_ms":0,"estimated":false}]}]}}
            """)
    }

    @Test("timeline: of a keyboard nobody knows a step towards the edge is another height, however often it slid out")
    func slidOutBefore() {
        expect(
            """
            {"id":"slid","input":{"timeline":true,"output":[0,0,400,800],"events":[\
            {"type":"surface","frame":[0,600,400,200]},{"type":"surface","frame":[0,650,400,200],"t":1000},\
            {"type":"surface","frame":[0,700,400,200],"t":1020},{"type":"surface","frame":[0,750,400,200],"t":1040},\
            {"type":"surface","frame":[0,800,400,200],"t":1060},{"type":"surface","frame":[0,600,400,200],"t":2000},\
            {"type":"surface","frame":[0,650,400,200],"t":3000},{"type":"surface","frame":[0,700,400,200],"t":3020},\
            {"type":"tick","t":3100}]},\
            "expected":{"after":[null,null,{"signals":[]},{"signals":[]},{"signals":[]},\
            {"signals":[{"name":"WillHide","t":1120},{"name":"DidHide"},{"name":"WillShow","t":2000}]},\
            {"signals":[{"name":"DidShow","t":2034}]},{"signals":[]},\
            {"signals":[{"name":"WillChangeFrame","t":3054,"duration_ms":100,"frame_end":[0,700,400,200]}]}]}}
            """)
    }
}
