import HeadroomBus

/// The place of an observer that this build leaves out, so that everybody sees that it is missing, and why.
package final class LeftOutObserver: KeyboardObserver {
    package let name: String
    private let library: String

    /// Stands for the observer `name`, as `library`, a C library, was not there when Headroom was built.
    package init(_ name: String, missing library: String) {
        self.name = name
        self.library = library
    }

    package func start(_ host: any ObserverHost) {
        host.observer(self, is: .unavailable("left out of this build, as \(library) was not there"))
    }

    package func stop() {}
}
