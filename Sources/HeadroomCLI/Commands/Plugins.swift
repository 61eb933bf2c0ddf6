import HeadroomBus
import HeadroomClient

extension Command {
    static let plugins = Command(
        "plugins", "who is registered to move things, and who may", options: [.json]
    ) { arguments throws(Failure) in
        let session = try Session()
        let isJSON = arguments.has("json")
        session.client.avoidance { answer in
            do throws(Failure) {
                let state = try Failure.mapped(answer)
                Terminal.line(
                    isJSON
                        ? JSON.object(try Failure.mapped { () throws(BusError) in try JSON.members(of: state) })
                            .description
                        : state.text)
                session.end()
            } catch {
                session.fail(error)
            }
        }
        return try session.run()
    }
}

extension AvoidanceState {
    /// What `headroom plugins` prints: each plugin with what it claims and what it did last there.
    var text: String {
        guard !plugins.isEmpty else { return "no plugin is registered" }
        return plugins.flatMap { plugin in [plugin.line] + claims.compactMap { line(of: plugin, in: $0) } }
            .joined(separator: "\n")
    }

    private func line(of plugin: PluginState, in claim: ClaimState) -> String? {
        let standing: String
        if claim.holder == plugin.number {
            standing = claim.isRevoked ? "puts things back in" : "holds"
        } else if let place = claim.waiting.firstIndex(of: plugin.number) {
            standing = place == 0 ? "waits for" : "waits, as number \(place + 1), for"
        } else {
            return nil
        }
        let last = reports.first { $0.plugin == plugin.number && $0.report.subject == claim.subject }
        return "    \(standing) \(claim.subject.clean)" + (last.map { ": \($0.report.summary)" } ?? "")
    }
}
