import HeadroomBus
import HeadroomClient
import HeadroomWire

extension Command {
    static let status = Command(
        "status", "where the keyboard is, and who sees it", options: [.json]
    ) { arguments throws(Failure) in
        let session = try Session()
        let isJSON = arguments.has("json")
        let subscription = try session.subscribe { update in
            guard case .current(let state) = update else { return }
            guard state.isDaemonPresent else { return session.fail(.noDaemon) }
            session.client.observers { answer in
                session.client.beliefs { beliefs in
                    session.client.candidates { candidates in
                        session.client.avoidance { avoidance in
                            do throws(Failure) {
                                // Where one may not know, in a sandbox, the rest is told all the same.
                                let report = Status(
                                    state: state, observers: try Failure.mapped(answer),
                                    beliefs: try Failure.mapped(beliefs), candidates: try Failure.mapped(candidates),
                                    avoidance: try? avoidance.get())
                                Terminal.line(isJSON ? try Failure.mapped(report.json).description : report.text)
                                session.end()
                            } catch {
                                session.fail(error)
                            }
                        }
                    }
                }
            }
        }
        defer { subscription.cancel() }
        return try session.run()
    }
}

/// What `headroom status` prints.
struct Status {
    let state: KeyboardState
    let observers: [ObserverState]
    let beliefs: [BeliefState]
    let candidates: [CandidateState]
    /// Nil if the daemon does not say.
    let avoidance: AvoidanceState?

    /// The object of one line: what GetState and the List methods answer, and the properties beyond.
    func json() throws(BusError) -> JSON {
        let properties = state.properties
        let members = [
            JSON.Member(name: "state", value: try JSON(state)),
            JSON.Member(
                name: "properties",
                value: .object([
                    "Engine": .string(properties.engine), "CanShow": .bool(properties.canShow),
                    "CanHide": .bool(properties.canHide), "Watching": .bool(properties.isWatching),
                    "Outputs": try JSON(properties.outputs),
                ])),
            JSON.Member(name: "observers", value: try JSON(observers.map(\.listing))),
            JSON.Member(name: "beliefs", value: try JSON(beliefs.map(\.listing))),
            JSON.Member(name: "candidates", value: try JSON(candidates.map(\.listing))),
        ]
        guard let avoidance else { return .object(members) }
        return .object(members + (try JSON.members(of: avoidance)))
    }

    /// For people.
    var text: String {
        let properties = state.properties
        var rows = [("keyboard", state.line)]
        if !properties.engine.isEmpty { rows.append(("engine", properties.engine.clean)) }
        let requests = [properties.canShow ? "show" : nil, properties.canHide ? "hide" : nil].compactMap { $0 }
        rows.append(("can be asked to", requests.isEmpty ? "nothing" : requests.joined(separator: ", ")))
        rows += group("outputs", properties.outputs.map(\.line), none: "nobody knows any")
        rows += group("observers", observers.map(\.line), none: "none")
        rows += group("believed", beliefs.map(\.line), none: "nobody")
        rows += group("candidates", candidates.flatMap(\.lines), none: "no input method is known")
        if let avoidance {
            rows += group("plugins", avoidance.plugins.map(\.line), none: "none")
            rows += group("claims", avoidance.claims.map(\.line), none: "none")
        }
        return rows.map { "\($0.0.padded(to: 17))\($0.1)" }.joined(separator: "\n")
    }

    private func group(_ title: String, _ lines: [String], none: String) -> [(String, String)] {
        guard let first = lines.first else { return [(title, none)] }
        return [(title, first)] + lines.dropFirst().map { ("", $0) }
    }
}

extension ObserverState {
    /// As ListObservers answers it.
    var listing: ObserverListing {
        ObserverListing(name: name, availability: availability.rawValue, why: why, believedFor: believedFor)
    }

    /// One line for people.
    var line: String {
        var line = "\(name.clean.padded(to: 13)) \(availability.rawValue)"
        if !why.isEmpty { line += ": \(why.clean)" }
        return line
    }
}

extension BeliefState {
    /// As ListBeliefs answers it.
    var listing: BeliefListing { BeliefListing(field: field, kind: kind, name: name, because: because) }

    /// One line for people.
    var line: String {
        let reasons = because.isEmpty ? "" : ": \(because.map(\.clean).joined(separator: ", "))"
        return "\(field.clean.padded(to: 17))\(kind.clean) \(name.clean)\(reasons)"
    }
}
