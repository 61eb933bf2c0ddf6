internal import CSystemd

/// The service manager that started this process, if one did.
package enum ServiceManager {
    /// Tells it something, for example `READY=1`; see `sd_notify(3)`.
    ///
    /// - Returns: false if nobody supervises this process, or it could not be told.
    @discardableResult
    package static func notify(_ state: String) -> Bool {
        sd_notify(0, state) > 0
    }
}
