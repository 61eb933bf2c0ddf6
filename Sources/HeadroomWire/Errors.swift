package import HeadroomBus

/// The errors that members of the contract answer (section 5). The text begins with the key or argument it is about.
extension BusError {
    /// A value cannot be used.
    package static func invalidArgument(_ key: StaticString, _ problem: String) -> BusError {
        BusError(name: Names.Errors.invalidArgument, "\(key): \(problem)")
    }

    /// More than the daemon keeps or reads.
    package static func limitExceeded(_ key: StaticString, _ problem: String) -> BusError {
        BusError(name: Names.Errors.limitExceeded, "\(key): \(problem)")
    }

    /// No output has this name or alias.
    package static func unknownOutput(_ name: String) -> BusError {
        BusError(name: Names.Errors.unknownOutput, "output: there is none named \"\(name)\"")
    }

    /// The caller has no plugin of this number; another's counts as none.
    package static func unknownPlugin(_ number: UInt64) -> BusError {
        BusError(name: Names.Errors.unknownPlugin, "plugin: the caller has none of number \(number)")
    }

    /// No notification has had this serial.
    package static func unknownSerial(_ serial: UInt64) -> BusError {
        BusError(name: Names.Errors.unknownSerial, "serial: no notification had \(serial)")
    }

    /// The plugin may not move things there now.
    package static func notClaimed(_ problem: String) -> BusError {
        BusError(name: Names.Errors.notClaimed, "subject: \(problem)")
    }

    /// Nobody here can do it.
    package static func notSupported(_ problem: String) -> BusError {
        BusError(name: Names.Errors.notSupported, problem)
    }
}
