import HeadroomBus
import HeadroomDaemon
import HeadroomWire
import Testing

/// What happens to plugins in an exploration; a number is a plugin's place in the setup, or a process's.
enum ClaimHappening: Hashable, Sendable {
    case registers(Int), unregisters(Int)
    /// Comes back to a new daemon, having moved things; one outside claims the first process at once.
    case returns(Int)
    /// Claims the subject of a process, from outside.
    case claims(Int, process: Int)
    case releases(Int, process: Int)
    /// Reports that it moves things, and does if the report is taken.
    case moves(Int, process: Int)
    case movesNothing(Int, process: Int)
    /// Puts things back, then says so.
    case restores(Int, process: Int)
    /// Reports in the name of another one's plugin.
    case meddles(Int, with: Int)
    /// The connection is gone; things stay as they stand.
    case crashes(Int)
    case processEnds(Int)
    /// Time passes, until just before or until something is due.
    case justBeforeDeadline, toDeadline
}

/// One exploration: which plugins there are, and where their applications live.
struct ClaimSetup: Sendable, CustomTestStringConvertible {
    var kinds: [PluginKind]
    /// The plugins' connections; two may share one.
    var connections: [Int]
    /// The processes, by the subjects in which they live.
    var subjects: [Int] = [0]
    var isFlatpak = false
    /// The daemon has just started, and this one has moved things by the word of the one before.
    var returning: Int?
    /// How many happenings follow each other at most; nil: until nothing is new.
    var depth: Int?

    init(
        _ kinds: [PluginKind], connections: [Int]? = nil, subjects: [Int] = [0], isFlatpak: Bool = false,
        returning: Int? = nil, depth: Int? = nil
    ) {
        self.kinds = kinds
        self.connections = connections ?? Array(kinds.indices)
        self.subjects = subjects
        self.isFlatpak = isFlatpak
        self.returning = returning
        self.depth = depth
    }

    var testDescription: String {
        let connections = Set(self.connections).count
        return kinds.map(\.rawValue).joined(separator: ", ") + " on \(connections) connections, "
            + "\(subjects.count) processes" + (isFlatpak ? " of a Flatpak" : "")
            + (returning.map { ", \($0) comes back" } ?? "")
    }

    /// When the daemon started: long ago, or just now.
    var start: UInt64 { returning == nil ? 100 : 1_000_000 }

    func connection(_ plugin: Int) -> BusName { BusName(stringLiteral: ":1.\(connections[plugin])") }

    /// Somebody who watches.
    static let watcher: BusName = ":1.99"

    static func process(_ index: Int) -> ProcessIdentity { ProcessIdentity(pid: UInt32(100 + index), startTime: 7) }

    func home(_ process: Int) -> Home {
        let identity = ClaimSetup.process(process)
        let subject: Subject =
            isFlatpak ? .flatpak(instance: "\(subjects[process])") : .process(identity)
        return Home(subject: subject, process: identity)
    }

    /// All that may happen. A plugin inside lives in the first process.
    var happenings: [ClaimHappening] {
        var all: [ClaimHappening] = [.justBeforeDeadline, .toDeadline]
        for plugin in kinds.indices {
            all += [.registers(plugin), .unregisters(plugin)]
            let reach = kinds[plugin].isInProcess ? 0...0 : 0...(subjects.count - 1)
            for process in reach {
                if !kinds[plugin].isInProcess { all.append(.claims(plugin, process: process)) }
                // One of the processes of a subject stands for it.
                guard subjects.firstIndex(of: subjects[process]) == process else { continue }
                all += [
                    .releases(plugin, process: process), .moves(plugin, process: process),
                    .movesNothing(plugin, process: process), .restores(plugin, process: process),
                ]
            }
            for other in kinds.indices where connections[other] != connections[plugin] {
                all.append(.meddles(plugin, with: other))
            }
            if connections.firstIndex(of: connections[plugin]) == plugin { all.append(.crashes(plugin)) }
        }
        return all + (returning.map { [.returns($0)] } ?? []) + subjects.indices.map { .processEnds($0) }
    }

    /// Every choice of three kinds, alike or not, in one process; then other arrangements.
    static let explored: [ClaimSetup] = {
        #if DEBUG
            let (kinds, depth) = ([PluginKind.accessibility, .toolkit, .app], 6)
        #else
            let (kinds, depth) = (PluginKind.allCases, 9)
        #endif
        let choices = kinds.flatMap { first in
            kinds.filter { $0 >= first }.flatMap { second in
                kinds.filter { $0 >= second }.map { third in ClaimSetup([first, second, third]) }
            }
        }
        return choices + [
            ClaimSetup([.toolkit, .app], connections: [0, 0]),
            ClaimSetup([.window, .accessibility, .toolkit], connections: [0, 0, 1]),
            ClaimSetup([.window, .accessibility], subjects: [0, 1], depth: depth),
            ClaimSetup([.accessibility, .toolkit], subjects: [0, 1]),
            ClaimSetup([.window, .accessibility], subjects: [0, 0], isFlatpak: true),
            ClaimSetup([.accessibility, .app], subjects: [0, 0], isFlatpak: true),
            ClaimSetup([.accessibility, .app], returning: 0), ClaimSetup([.accessibility, .app], returning: 1),
            ClaimSetup([.toolkit, .toolkit, .app], returning: 0, depth: depth),
        ]
    }()
}
