internal import CGTK4

/// A widget, as GTK has it. It is GTK's: nobody here keeps one alive.
typealias Widget = UnsafeMutablePointer<GtkWidget>

extension UnsafeMutablePointer where Pointee == GtkWidget {
    /// Whether it is of a type or of one derived from that.
    func isA(_ type: GType) -> Bool { headroom_is(self, type) != 0 }

    /// As the pointer that functions of a type take whose struct GTK hides.
    var opaque: OpaquePointer { OpaquePointer(self) }

    var parent: Widget? { gtk_widget_get_parent(self) }

    /// The widget and what is around it, the innermost first.
    var ancestry: UnfoldSequence<Widget, (Widget?, Bool)> { sequence(first: self) { $0.parent } }

    /// The nearest of a type: the widget itself, or one around it.
    func nearest(_ type: GType) -> Widget? { ancestry.first { $0.isA(type) } }

    func isInside(_ other: Widget) -> Bool { self == other || gtk_widget_is_ancestor(self, other) != 0 }
}
