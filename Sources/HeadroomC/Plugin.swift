// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CHeadroom
internal import HeadroomClient
internal import HeadroomCore

private typealias PluginHandle = Attachment<Plugin>

/// The most processes or applications in one call: as many as a connection may claim (contract, section 5).
private let mostClaims = 256

@c @implementation
public func headroom_plugin_open(
    _ client: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ kind: headroom_plugin_kind,
    _ told: headroom_plugin_told?, _ data: UnsafeMutableRawPointer?, _ plugin: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<headroom_error>?
) -> headroom_code {
    answering(error) { () throws(Failure) in
        let owner = try Given.client(client)
        let place = try Given.place(plugin, "plugin")
        let name = try Given.text(name, "name")
        guard let kind = Plugin.Kind(kind) else { throw .invalid("kind", "is none of the four") }
        guard let told else { throw .invalid("told", "is NULL") }
        let handle = try PluginHandle(owner) { current in
            let plugin = owner.client.plugin(name: name, kind: kind)
            plugin.onUpdate = { update in
                guard current() != nil else { return }
                let arena = Arena()
                withExtendedLifetime(arena) { told(data, arena.value(headroom_plugin_update(update, arena))) }
            }
            return plugin
        }
        place.pointee = OpaquePointer(retaining: handle)
    }
}

@c @implementation
public func headroom_plugin_close(_ plugin: OpaquePointer?) { plugin?.released(PluginHandle.self).close() }

@c @implementation
public func headroom_plugin_subject(_ plugin: OpaquePointer?) -> UnsafePointer<CChar>? {
    guard let handle = try? Given.handle(plugin, PluginHandle.self, "plugin") else { return nil }
    handle.arena = Arena()
    return handle.arena.text(handle.content?.subject ?? "")
}

@c @implementation
public func headroom_plugin_is_active(_ plugin: OpaquePointer?, _ subject: UnsafePointer<CChar>?) -> Bool {
    guard let handle = try? Given.handle(plugin, PluginHandle.self, "plugin"),
        let subject = try? Given.text(subject, "subject")
    else { return false }
    return handle.content?.isActive(in: subject) ?? false
}

@c @implementation
public func headroom_plugin_claim(
    _ plugin: OpaquePointer?, _ processes: UnsafePointer<UInt32>?, _ process_count: UInt32,
    _ claimed: headroom_claimed?, _ data: UnsafeMutableRawPointer?, _ error: UnsafeMutablePointer<headroom_error>?
) -> headroom_code {
    answering(error) { () throws(Failure) in
        let (plugin, owner) = try Given.handle(plugin, PluginHandle.self, "plugin").opened()
        let processes = Array(try Given.list(processes, process_count, "processes", most: mostClaims))
        plugin.claim(
            processes,
            owner.request { (result: Result<[Plugin.Claimed], Failure>) in
                let arena = Arena()
                let claims = ((try? result.get()) ?? []).map { headroom_claim($0, arena) }
                withExtendedLifetime(arena) {
                    withUnsafePointer(to: result.record) {
                        claimed?(data, arena.list(claims), UInt32(claims.count), $0)
                    }
                }
            })
    }
}

@c @implementation
public func headroom_plugin_release(
    _ plugin: OpaquePointer?, _ subjects: UnsafePointer<UnsafePointer<CChar>?>?, _ subject_count: UInt32,
    _ error: UnsafeMutablePointer<headroom_error>?
) -> headroom_code {
    answering(error) { () throws(Failure) in
        let plugin = try Given.handle(plugin, PluginHandle.self, "plugin").opened().content
        plugin.release(try Given.texts(subjects, subject_count, "subjects", most: mostClaims))
    }
}

@c @implementation
public func headroom_plugin_report(
    _ plugin: OpaquePointer?, _ report: UnsafePointer<headroom_report>?, _ ended: headroom_ended?,
    _ data: UnsafeMutableRawPointer?, _ error: UnsafeMutablePointer<headroom_error>?
) -> headroom_code {
    answering(error) { () throws(Failure) in
        let (plugin, owner) = try Given.handle(plugin, PluginHandle.self, "plugin").opened()
        plugin.report(try Given.report(report), owner.request(ended, data))
    }
}

extension Plugin.Kind {
    fileprivate init?(_ kind: headroom_plugin_kind) {
        switch kind {
        case HEADROOM_PLUGIN_APP: self = .app
        case HEADROOM_PLUGIN_TOOLKIT: self = .toolkit
        case HEADROOM_PLUGIN_ACCESSIBILITY: self = .accessibility
        case HEADROOM_PLUGIN_WINDOW: self = .window
        default: return nil
        }
    }
}

extension headroom_plugin_update {
    /// `arena` holds what it points to.
    fileprivate init(_ update: Plugin.Update, _ arena: Arena) {
        self = .sized()
        switch update {
        case .active(let subject):
            event = HEADROOM_PLUGIN_ACTIVE
            self.subject = arena.text(subject)
        case .inactive(let subject, let graceMS):
            event = HEADROOM_PLUGIN_INACTIVE
            self.subject = arena.text(subject)
            grace_ms = graceMS
        case .ended(let subject):
            event = HEADROOM_PLUGIN_ENDED
            self.subject = arena.text(subject)
        case .refused(let error):
            event = HEADROOM_PLUGIN_REFUSED
            subject = arena.text("")
            self.error = arena.value(Failure(error).record)
        }
    }
}

extension headroom_claim {
    /// `arena` holds what it points to.
    fileprivate init(_ claim: Plugin.Claimed, _ arena: Arena) {
        self.init(process: claim.process, is_active: claim.isActive, subject: arena.text(claim.subject))
    }
}
