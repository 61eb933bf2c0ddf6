// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CGTK4
public import CHeadroomGTK4

@c @implementation
public func headroom_gtk4_hide_keyboard(
    _ attached: OpaquePointer?, _ error: UnsafeMutablePointer<headroom_error>?
) -> headroom_code {
    answering(error) { () throws(Failure) in
        _ = try Given.attached(attached)
        guard Engine.hideKeyboard() else {
            throw Failure(code: HEADROOM_NO_BUS, message: "there is no session bus")
        }
    }
}

@c @implementation
public func headroom_gtk4_set_strategy(
    _ attached: OpaquePointer?, _ strategy: headroom_gtk4_strategy, _ error: UnsafeMutablePointer<headroom_error>?
) -> headroom_code {
    answering(error) { () throws(Failure) in
        let attached = try Given.attached(attached)
        attached.wishes.strategy = try Given.strategy(strategy)
    }
}

@c @implementation
public func headroom_gtk4_set_margin(
    _ attached: OpaquePointer?, _ margin: Double, _ error: UnsafeMutablePointer<headroom_error>?
) -> headroom_code {
    answering(error) { () throws(Failure) in
        let attached = try Given.attached(attached)
        attached.wishes.margin = try Given.length(margin, "margin")
    }
}

@c @implementation
public func headroom_gtk4_set_extra(
    _ attached: OpaquePointer?, _ extra: Double, _ error: UnsafeMutablePointer<headroom_error>?
) -> headroom_code {
    answering(error) { () throws(Failure) in
        let attached = try Given.attached(attached)
        attached.wishes.extra = try Given.length(extra, "extra")
    }
}

@c @implementation
public func headroom_gtk4_set_accessory_height(
    _ attached: OpaquePointer?, _ height: Double, _ error: UnsafeMutablePointer<headroom_error>?
) -> headroom_code {
    answering(error) { () throws(Failure) in
        let attached = try Given.attached(attached)
        attached.wishes.accessoryHeight = try Given.length(height, "height")
    }
}

@c @implementation
public func headroom_gtk4_set_duration(
    _ attached: OpaquePointer?, _ milliseconds: UInt32, _ error: UnsafeMutablePointer<headroom_error>?
) -> headroom_code {
    answering(error) { () throws(Failure) in
        let attached = try Given.attached(attached)
        guard milliseconds <= 10_000 else { throw .invalid("milliseconds", "is \(milliseconds), more than 10000") }
        attached.wishes.durationMS = milliseconds
    }
}

@c @implementation
public func headroom_gtk4_set_accessory(
    _ attached: OpaquePointer?, _ bar: UnsafeMutablePointer<GtkWidget>?, _ error: UnsafeMutablePointer<headroom_error>?
) -> headroom_code {
    answering(error) { () throws(Failure) in
        let attached = try Given.attached(attached)
        attached.accessory = try bar.map { bar throws(Failure) in
            AccessoryBar(try Given.widget(bar, "bar", in: attached))
        }
    }
}

@c @implementation
public func headroom_gtk4_set_content(
    _ attached: OpaquePointer?, _ content: UnsafeMutablePointer<GtkWidget>?,
    _ error: UnsafeMutablePointer<headroom_error>?
) -> headroom_code {
    answering(error) { () throws(Failure) in
        let attached = try Given.attached(attached)
        attached.content = try content.map { content throws(Failure) in
            WeakObject(try Given.widget(content, "content", in: attached))
        }
    }
}
