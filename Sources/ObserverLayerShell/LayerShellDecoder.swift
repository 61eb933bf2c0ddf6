internal import HeadroomDesktop

/// Foreign messages as facts (pure).
enum LayerShellDecoder {
    /// What the compositor says to a layer surface.
    enum SurfaceEvent: Equatable {
        /// It has this size; to be acknowledged with the serial.
        case configure(serial: UInt32, width: Int, height: Int)
        /// It was taken away.
        case closed
    }

    static func surface(_ event: WaylandEvent) -> SurfaceEvent? {
        switch event.opcode {
        case 0: .configure(serial: event.uint(0), width: Int(event.uint(1)), height: Int(event.uint(2)))
        case 1: .closed
        default: nil
        }
    }

    /// What the compositor says of a toplevel window, as far as it is listened to: never its title or what it is.
    enum ToplevelEvent: Equatable {
        case entered(OpaquePointer)
        case left(OpaquePointer)
        case state(isActivated: Bool, isFullscreen: Bool)
        /// What was told belongs together.
        case done
        case closed
    }

    static func toplevel(_ event: WaylandEvent) -> ToplevelEvent? {
        switch event.opcode {
        case 2: event.object(0).map { .entered($0) }
        case 3: event.object(0).map { .left($0) }
        case 4: state(event.words(0))
        case 5: .done
        case 6: .closed
        default: nil
        }
    }

    static func state(_ words: [UInt32]) -> ToplevelEvent {
        .state(
            isActivated: words.contains(LayerShellNames.activated),
            isFullscreen: words.contains(LayerShellNames.fullscreen))
    }
}
