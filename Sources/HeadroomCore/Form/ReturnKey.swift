/// What the return key of a field says.
public enum ReturnKey: String, Sendable, Hashable, CaseIterable {
    case next
    case done
    case go
    case search
    case send
    /// It writes a new line.
    case newLine = "new-line"
}

/// What is done when Return is pressed in the last field of a form.
public enum DoneAction: String, Sendable, Hashable, CaseIterable {
    /// The keyboard is asked to go.
    case dismiss
    /// The form is sent, as by its default button.
    case submit
    /// Nothing: the app does what it wants.
    case nothing
}

/// What has to be done after Return was pressed in a field.
public enum ReturnAction: Sendable, Hashable {
    /// This field gets the focus. The keyboard stays.
    case focus(FormField.ID)
    /// There is no next field.
    case done(DoneAction)
    /// The toolkit does what Return does without us: a multi-line field, or one that opted out.
    case passOn
}
