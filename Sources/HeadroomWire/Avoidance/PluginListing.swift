package import HeadroomBus

/// One line of what ListPlugins answers (contract, section 4).
package struct PluginListing: Sendable, Hashable {
    package var plugin: UInt64
    package var name: String
    /// A ``PluginKind``, as a word.
    package var kind: String
    /// The connection that registered it.
    package var connection: String
    /// The process behind the connection; nil if the bus does not know it.
    package var process: UInt32?
    /// Its own subject, if it lives in the application.
    package var subject: String?

    package init(
        plugin: UInt64, name: String, kind: String, connection: String, process: UInt32? = nil, subject: String? = nil
    ) {
        self.plugin = plugin
        self.name = name
        self.kind = kind
        self.connection = connection
        self.process = process
        self.subject = subject
    }
}

extension [PluginListing] {
    package func write(to writer: inout Writer) throws(BusError) {
        try writer.array("(tssa{sv})") { list throws(BusError) in
            for plugin in self {
                try list.structure { members throws(BusError) in
                    try members.uint64(plugin.plugin)
                    try members.string(plugin.name)
                    try members.string(plugin.kind)
                    try members.dictionary { keys throws(BusError) in
                        try keys.entry("connection", string: plugin.connection)
                        if let process = plugin.process { try keys.entry("pid", uint32: process) }
                        if let subject = plugin.subject { try keys.entry("subject", string: subject) }
                    }
                }
            }
        }
    }

    package init(_ reader: inout Reader) throws(BusError) {
        var plugins: [PluginListing] = []
        try reader.array("(tssa{sv})") { list throws(BusError) in
            plugins.append(
                try list.structure { members throws(BusError) in
                    var plugin = PluginListing(
                        plugin: try members.uint64(), name: try members.string(), kind: try members.string(),
                        connection: "")
                    try members.dictionary { name, value throws(BusError) in
                        switch name {
                        case "connection": plugin.connection = (try? value.string()) ?? ""
                        case "pid": plugin.process = try? value.uint32()
                        case "subject": plugin.subject = try? value.string()
                        default: break
                        }
                    }
                    return plugin
                })
        }
        self = plugins
    }
}
