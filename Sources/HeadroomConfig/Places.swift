internal import Glibc

/// Where Headroom's files lie, by the XDG base directory rules: a variable that is empty or not absolute is as none.
package enum Places {
    /// `$XDG_CONFIG_HOME/headroom/headroom.conf`; nil if there is neither that variable nor `HOME`.
    package static func configuration(_ variable: (String) -> String? = environment) -> String? {
        configurations(variable).map { "\($0)/headroom/headroom.conf" }
    }

    /// `$XDG_CONFIG_HOME`, where all programs have theirs; nil if there is neither that variable nor `HOME`.
    package static func configurations(_ variable: (String) -> String? = environment) -> String? {
        folder("XDG_CONFIG_HOME", else: ".config", variable)
    }

    /// `$XDG_STATE_HOME/headroom`; nil if there is neither that variable nor `HOME`.
    package static func state(_ variable: (String) -> String? = environment) -> String? {
        folder("XDG_STATE_HOME", else: ".local/state", variable).map { "\($0)/headroom" }
    }

    /// A variable of this process's environment.
    package static func environment(_ name: String) -> String? {
        getenv(name).flatMap { String(validatingCString: $0) }
    }

    private static func folder(_ name: String, else usual: String, _ variable: (String) -> String?) -> String? {
        if let path = variable(name), path.hasPrefix("/") { return path }
        guard let home = variable("HOME"), home.hasPrefix("/") else { return nil }
        return "\(home)/\(usual)"
    }
}
