import HeadroomBus
import HeadroomWire

/// The Avoidance interface as a table (contract, section 4).
enum AvoidanceInterface {
    static let table = Interface<Claims>(
        Names.avoidance,
        methods: [
            Method(Names.Avoidance.register, Signatures.registration, Signatures.registered) { claims, call in
                let caller = call.sender
                answer(call) { reader throws(BusError) in
                    try claims.register(try RegisterRequest(&reader), of: caller).get()
                } write: { writer, registration throws(BusError) in
                    try writer.uint64(registration.plugin)
                    try writer.string(registration.subject)
                    try writer.bool(registration.isActive)
                }
            },
            Method(Names.Avoidance.unregister, Signatures.plugin) { claims, call in
                let caller = call.sender
                answer(call) { reader throws(BusError) in
                    try claims.unregister(try reader.uint64(), of: caller).get()
                }
            },
            Method(Names.Avoidance.claim, Signatures.claim, Signatures.claimed) { claims, call in
                let caller = call.sender
                answer(call) { reader throws(BusError) in
                    try claims.claim(try ClaimRequest(&reader), of: caller).get()
                } write: { writer, claimed throws(BusError) in
                    try writer.array("(sb)") { list throws(BusError) in
                        for claim in claimed {
                            try list.structure { members throws(BusError) in
                                try members.string(claim.subject)
                                try members.bool(claim.isActive)
                            }
                        }
                    }
                }
            },
            Method(Names.Avoidance.release, Signatures.release) { claims, call in
                let caller = call.sender
                answer(call) { reader throws(BusError) in
                    let request = try ReleaseRequest(&reader)
                    try claims.release(request.plugin, request.subjects, of: caller).get()
                }
            },
            Method(Names.Avoidance.report, Signatures.report) { claims, call in
                let caller = call.sender
                answer(call) { reader throws(BusError) in try claims.report(try Report(&reader), of: caller).get() }
            },
            Method(Names.Avoidance.watch, Signatures.watch) { claims, call in
                let caller = call.sender
                answer(call) { reader throws(BusError) in claims.watch(try reader.bool(), caller) }
            },
            Method(Names.Avoidance.listPlugins, "", Signatures.plugins) { claims, call in
                call.reply { writer throws(BusError) in try claims.registry.pluginListings.write(to: &writer) }
            },
            Method(Names.Avoidance.listClaims, "", Signatures.claims) { claims, call in
                call.reply { writer throws(BusError) in try claims.registry.claimListings.write(to: &writer) }
            },
            Method(Names.Avoidance.listReports, "", Signatures.reports) { claims, call in
                call.reply { writer throws(BusError) in try claims.registry.lastReports.write(to: &writer) }
            },
        ],
        properties: [.version])

    /// Answers with what `handle` returns, as `write` writes it, or with what it throws.
    private static func answer<Value>(
        _ call: consuming Invocation, _ handle: (inout Reader) throws(BusError) -> Value,
        write: (inout Writer, Value) throws(BusError) -> Void = { _, _ in }
    ) {
        do throws(BusError) {
            let value = try call.read(handle)
            call.reply { writer throws(BusError) in try write(&writer, value) }
        } catch {
            call.fail(error)
        }
    }
}
