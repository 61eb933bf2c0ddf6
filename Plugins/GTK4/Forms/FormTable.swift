internal import CGTK4
internal import CHeadroomGTK4

/// The forms that are open, by the numbers that the header's handles are.
///
/// GTK's thread only.
enum FormTable {
    private nonisolated(unsafe) static var forms: [UInt: Form] = [:]
    private nonisolated(unsafe) static var last: UInt = 0

    /// - Returns: its number, which no other ever has.
    static func open(_ root: Widget, _ attached: AttachedWindow?) -> UInt {
        last += 1
        let number = last
        let form = Form(root, keyboard: attached.map(AttachedKeyboard.of))
        form.onEnd = { close(number) }
        forms[number] = form
        attached?.companion { _ in Opened() }.numbers.append(number)
        return number
    }

    /// The forms of an attached window, which end with it.
    private final class Opened {
        var numbers: [UInt] = []

        deinit {
            for number in numbers { close(number) }
        }
    }

    static func close(_ number: UInt) { forms[number] = nil }

    static func form(_ handle: OpaquePointer?) throws(Failure) -> Form {
        guard let handle else { throw .invalid("form", "is NULL") }
        guard let form = forms[UInt(bitPattern: handle)] else {
            throw Failure(code: HEADROOM_CLOSED, message: "the form was closed, or its widget has ended")
        }
        return form
    }
}
