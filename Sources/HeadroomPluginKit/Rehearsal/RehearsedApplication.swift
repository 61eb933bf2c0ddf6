public import HeadroomCore

/// An application that a ``Rehearsal`` can play with: a world, and what its user does.
///
/// Its one window fills the output that it is made for. It begins with the focus in something that ``focusLow()`` would
/// choose.
public protocol RehearsedApplication: AnyObject {
    var world: any World { get }

    /// Puts the focus on something near the window's bottom, where a keyboard of two fifths of the output covers it.
    func focusLow()

    /// Puts the focus on something near the window's top.
    func focusHigh()

    /// Types, so that the caret goes one line down; false: it cannot.
    func type() -> Bool

    /// The window gets the keyboard focus or loses it.
    func giveFocus(_ hasFocus: Bool)

    /// Scrolls as the user would, by so many pixels, down if positive; false: nothing can be scrolled.
    func scroll(by distance: Double) -> Bool

    /// The output is turned or has another size; the window fills it again. False: it cannot be.
    func turn(to output: Output) -> Bool

    /// All that the user sees of places, as numbers in one order: what must be the same when all is put back.
    var seen: [Double] { get }

    /// Waits until the world has answered what it was asked; where it answers before ``World/measure(_:)`` returns there
    /// is nothing to wait for.
    func settle()
}

extension RehearsedApplication {
    public func type() -> Bool { false }
    public func scroll(by distance: Double) -> Bool { false }
    public func turn(to output: Output) -> Bool { false }
    public func settle() {}
}
