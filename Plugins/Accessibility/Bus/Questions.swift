import HeadroomBus

// What is asked of objects: places, roles, states and numbers, never text.

extension AccessibilityBus {
    func parent(of object: Accessible, _ answer: @escaping (Accessible?) -> Void) {
        property(
            object, AccessibilityNames.accessible, "Parent",
            read: { reader throws(BusError) in
                try reader.variant { value throws(BusError) in try value.accessible() }
            }, answer)
    }

    func childCount(of object: Accessible, _ answer: @escaping (Int?) -> Void) {
        property(
            object, AccessibilityNames.accessible, "ChildCount",
            read: { reader throws(BusError) in
                Int(try reader.variant { value throws(BusError) in try value.int32() })
            }, answer)
    }

    /// No more than `limit` of an object's children.
    func children(of object: Accessible, limit: Int, _ answer: @escaping ([Accessible]?) -> Void) {
        ask(
            object, AccessibilityNames.accessible, "GetChildren",
            read: { reader throws(BusError) in try reader.accessibles(limit: limit) }, answer)
    }

    func firstChild(of object: Accessible, _ answer: @escaping (Accessible?) -> Void) {
        ask(
            object, AccessibilityNames.accessible, "GetChildAtIndex", "i",
            write: { writer throws(BusError) in try writer.int32(0) },
            read: { reader throws(BusError) in try reader.accessible() }, answer)
    }

    func role(of object: Accessible, _ answer: @escaping (UInt32?) -> Void) {
        ask(
            object, AccessibilityNames.accessible, "GetRole",
            read: { reader throws(BusError) in try reader.uint32() }, answer)
    }

    func states(of object: Accessible, _ answer: @escaping (StateSet?) -> Void) {
        ask(
            object, AccessibilityNames.accessible, "GetState",
            read: { reader throws(BusError) in try reader.states() }, answer)
    }

    /// Asks for attributes and lets them be: Chromium makes its page's tree when it is asked first.
    func wake(_ frame: Accessible) {
        ask(
            frame, AccessibilityNames.accessible, "GetAttributes",
            read: { _ throws(BusError) in }, { (_: Void?) in })
    }

    func toolkit(of owner: BusName, _ answer: @escaping (String?) -> Void) {
        property(
            Accessible(owner: owner, path: AccessibilityNames.root), AccessibilityNames.application, "ToolkitName",
            read: { reader throws(BusError) in
                try reader.variant { value throws(BusError) in try value.string() }
            }, answer)
    }

    func extents(of object: Accessible, in space: Space, _ answer: @escaping (Extents?) -> Void) {
        ask(
            object, AccessibilityNames.component, "GetExtents", "u",
            write: { writer throws(BusError) in try writer.uint32(space.rawValue) },
            read: { reader throws(BusError) in try reader.extents() }, answer)
    }

    /// What of an object is seen at a point of the screen, in the application's unit.
    func object(
        of object: Accessible, at x: Int32, y: Int32, in space: Space, _ answer: @escaping (Accessible?) -> Void
    ) {
        ask(
            object, AccessibilityNames.component, "GetAccessibleAtPoint", "iiu",
            write: { writer throws(BusError) in
                try writer.int32(x)
                try writer.int32(y)
                try writer.uint32(space.rawValue)
            }, read: { reader throws(BusError) in try reader.accessible() }, answer)
    }

    // MARK: Carets

    /// The offset of the caret, in characters.
    func caretOffset(of object: Accessible, _ answer: @escaping (Int32?) -> Void) {
        int32(object, AccessibilityNames.text, "CaretOffset", answer)
    }

    func characterCount(of object: Accessible, _ answer: @escaping (Int32?) -> Void) {
        int32(object, AccessibilityNames.text, "CharacterCount", answer)
    }

    private func int32(
        _ object: Accessible, _ interface: InterfaceName, _ name: StaticString, _ answer: @escaping (Int32?) -> Void
    ) {
        property(
            object, interface, name,
            read: { reader throws(BusError) in
                try reader.variant { value throws(BusError) in try value.int32() }
            }, answer)
    }

    func characterExtents(
        of object: Accessible, at offset: Int32, in space: Space, _ answer: @escaping (Extents?) -> Void
    ) {
        ask(
            object, AccessibilityNames.text, "GetCharacterExtents", "iu",
            write: { writer throws(BusError) in
                try writer.int32(offset)
                try writer.uint32(space.rawValue)
            }, read: { reader throws(BusError) in try reader.bareExtents() }, answer)
    }

    // MARK: Scroll bars

    func number(_ object: Accessible, _ name: StaticString, _ answer: @escaping (Double?) -> Void) {
        property(
            object, AccessibilityNames.value, name,
            read: { reader throws(BusError) in try reader.number() }, answer)
    }

    /// Sets a scroll bar. `answer` is called when that is done, or was waited for in vain; whether it was done is seen by
    /// looking.
    func setValue(of bar: Accessible, to value: Double, _ answer: @escaping () -> Void) {
        ask(
            bar, AccessibilityNames.properties, "Set", "ssv",
            write: { writer throws(BusError) in
                try writer.string(AccessibilityNames.value.text)
                try writer.string("CurrentValue")
                try writer.variant("d") { variant throws(BusError) in try variant.double(value) }
            }, read: { _ throws(BusError) in }, { (_: Void?) in answer() })
    }
}

extension AccessibilityBus {
    /// Has an object scrolled to a point of the screen, in the application's unit. `answer` is called when that is done, or was
    /// waited for in vain: applications say yes to what they do not do.
    func scroll(_ object: Accessible, toX x: Int32, y: Int32, _ answer: @escaping () -> Void) {
        ask(
            object, AccessibilityNames.component, "ScrollToPoint", "uii",
            write: { writer throws(BusError) in
                try writer.uint32(Space.screen.rawValue)
                try writer.int32(x)
                try writer.int32(y)
            }, read: { _ throws(BusError) in }, { (_: Void?) in answer() })
    }

    /// What an application calls itself.
    func programName(of owner: BusName, _ answer: @escaping (String?) -> Void) {
        property(
            Accessible(owner: owner, path: AccessibilityNames.root), AccessibilityNames.accessible, "Name",
            read: { reader throws(BusError) in
                try reader.variant { value throws(BusError) in try value.string() }
            }, answer)
    }
}
