import HeadroomCore
import Testing

@Suite("Clearing")
struct FieldClearingTests {
    @Test(
        "the clear button's truth table",
        arguments: [
            // mode; editing with text; editing without; resting with text; resting without
            (ClearButtonMode.never, false, false, false, false),
            (.whileEditing, true, false, false, false),
            (.unlessEditing, false, false, true, false),
            (.always, true, false, true, false),
        ])
    func button(_ mode: ClearButtonMode, _ full: Bool, _ empty: Bool, _ restingFull: Bool, _ restingEmpty: Bool) {
        #expect(mode.isVisible(isEditing: true, hasText: true) == full)
        #expect(mode.isVisible(isEditing: true, hasText: false) == empty)
        #expect(mode.isVisible(isEditing: false, hasText: true) == restingFull)
        #expect(mode.isVisible(isEditing: false, hasText: false) == restingEmpty)
    }

    @Test("a plain field clears nothing")
    func plain() {
        var field = FieldClearing()
        #expect(field.beginEditing(hasText: true) == .keep)
        #expect(field.edit() == .keep)
    }

    @Test("clear on begin editing clears once, as the focus comes", arguments: [false, true])
    func onBegin(_ isSecure: Bool) {
        var field = FieldClearing(clearsOnBeginEditing: true, isSecure: isSecure)
        #expect(field.beginEditing(hasText: true) == .clear)
        #expect(field.edit() == .keep)
        field.endEditing()
        #expect(field.beginEditing(hasText: false) == .keep)
        #expect(field.edit() == .keep)
    }

    @Test("a secure field keeps its text until the first edit after its user came back")
    func secure() {
        var field = FieldClearing(isSecure: true)
        #expect(field.beginEditing(hasText: false) == .keep)
        #expect(field.edit() == .keep)
        #expect(field.edit() == .keep)
        field.endEditing()
        #expect(field.state == .resting)
        #expect(field.beginEditing(hasText: true) == .keep)
        #expect(field.state == .armed)
        #expect(field.edit() == .clear)
        #expect(field.edit() == .keep)
        field.endEditing()
        #expect(field.beginEditing(hasText: true) == .keep)
        field.endEditing()
        #expect(field.edit() == .keep)
    }

    @Test("a password that is shown can be corrected")
    func shown() {
        var field = FieldClearing(isSecure: true)
        #expect(field.beginEditing(hasText: true) == .keep)
        field.isSecure = false
        #expect(field.edit() == .keep)
        field.isSecure = true
        #expect(field.edit() == .keep)
    }

    @Test("a background of one's own, but in a rounded border")
    func borders() {
        #expect(BorderStyle.allCases.filter(\.allowsBackground) == [.none, .line, .bezel])
    }
}
