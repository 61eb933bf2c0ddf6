import HeadroomBus

/// A pane whose content can be scrolled from outside.
struct Pane: Hashable, Sendable {
    enum Means: Hashable, Sendable {
        /// By the value of its scroll bar.
        case bar
        /// A page of a browser: by `ScrollToPoint`, called on something in it. How far it is scrolled is seen by where
        /// `anchor` is, the first thing in it.
        case page(anchor: Accessible)
    }

    /// What has the frame in which the content is seen.
    let view: Accessible
    /// By what the pane is known: what has the value, the scroll bar or something in it; of a page the page.
    let bar: Accessible
    var means = Means.bar
}

/// What a field lies in, from itself outwards.
struct Lineage: Hashable, Sendable {
    let field: Accessible
    /// The window, by its top-level object; its connection is the application's.
    let window: Accessible
    /// The panes that can be scrolled up and down, innermost first.
    let panes: [Pane]
    /// The page of a browser that it lies in, the outermost of pages in pages.
    var page: Page?

    /// A page, and what of the browser's own it fills: in it other units may count than outside.
    struct Page: Hashable, Sendable {
        let document: Accessible
        let host: Accessible
    }

    /// A number for these views (``Measurement/content``): the same as long as they are.
    var content: UInt64 { panes.reduce(window.hashed()) { $1.bar.hashed(from: $0) } }
}

/// Finds out what a field lies in: climbs from parent to parent, then looks for scroll bars beside the way.
///
/// What is asked is bounded: 60 levels, and beside the way only objects with few children, since a long list takes an
/// application 50 ms to tell.
final class Climb {
    private let bus: AccessibilityBus
    private let field: Accessible
    private let done: (Lineage?) -> Void
    /// From the field outwards, the window last.
    private var way: [Accessible]
    private var found: [Int: Pane] = [:]
    /// Where the way leaves the last page.
    private var outermostPage: Int?

    private static let deepest = 60
    /// How many children a pane has at most: its content, and two scroll bars, each perhaps in a box.
    private static let mostChildren = 6

    /// `done` is called once, later; with nil if the field is gone, in no window, or in an application that does not
    /// answer.
    init(_ bus: AccessibilityBus, from field: Accessible, _ done: @escaping (Lineage?) -> Void) {
        self.bus = bus
        self.field = field
        self.done = done
        way = [field]
        climb()
    }

    private func climb() {
        guard let last = way.last else { return done(nil) }
        bus.parent(of: last) { [self] parent in
            guard let parent else { return done(nil) }
            if parent.isNobody { return way.count > 1 ? lookBeside() : done(nil) }
            guard way.count < Climb.deepest, !way.contains(parent) else { return done(nil) }
            way.append(parent)
            climb()
        }
    }

    // MARK: Beside the way

    private func lookBeside() {
        let all = Gathering { [self] in
            done(Lineage(field: field, window: way[way.count - 1], panes: panes, page: page))
        }
        for index in way.indices {
            let answered = all.expect { (_: Void) in }
            look(in: index) { answered(()) }
        }
        all.close()
    }

    /// From inside out. Of pages in pages the innermost is scrolled; the others move with it as need be.
    private var panes: [Pane] {
        var hasPage = false
        return found.sorted { $0.key < $1.key }.map(\.value).filter { pane in
            guard pane.means != .bar else { return true }
            defer { hasPage = true }
            return !hasPage
        }
    }

    private var page: Lineage.Page? {
        guard let index = outermostPage, index + 1 < way.count else { return nil }
        return Lineage.Page(document: way[index], host: way[index + 1])
    }

    private func look(in index: Int, _ done: @escaping () -> Void) {
        let view = way[index]
        bus.role(of: view) { [self] role in
            guard role == Role.documentWeb else { return lookForBar(of: view, index, done) }
            outermostPage = max(outermostPage ?? 0, index)
            guard index > 0 else { return done() }
            bus.firstChild(of: view) { [self] anchor in
                if let anchor { found[index] = Pane(view: view, bar: view, means: .page(anchor: anchor)) }
                done()
            }
        }
    }

    private func lookForBar(of view: Accessible, _ index: Int, _ done: @escaping () -> Void) {
        bus.childCount(of: view) { [self] count in
            guard let count, (1...Climb.mostChildren).contains(count) else { return done() }
            bus.children(of: view, limit: Climb.mostChildren) { [self] children in
                // A text area of Qt holds its scroll bars itself.
                let beside = (children ?? []).filter { index == 0 || $0 != way[index - 1] }
                verticalBar(among: beside) { [self] bar in
                    if let bar { found[index] = Pane(view: view, bar: bar) }
                    done()
                }
            }
        }
    }

    /// The first bar that goes up and down: one of the objects, or in one that holds nothing but bars.
    ///
    /// GTK 3 has `scroll pane > scroll bar`, GTK 4 `group > scroll bar > range`, Qt `filler > filler > scroll bar`.
    private func verticalBar(among objects: [Accessible], _ done: @escaping (Accessible?) -> Void) {
        first(
            of: objects,
            where: { [self] object, answer in
                bus.role(of: object) { [self] role in
                    switch role {
                    case Role.scrollBar: vertical(object, answer)
                    case Role.filler, Role.panel:
                        bus.children(of: object, limit: Climb.mostChildren) { [self] children in
                            first(
                                of: children ?? [],
                                where: { [self] child, answer in
                                    bus.role(of: child) { [self] role in
                                        if role == Role.scrollBar { vertical(child, answer) } else { answer(nil) }
                                    }
                                }, done: answer)
                        }
                    case _: answer(nil)
                    }
                }
            }, done: done)
    }

    /// What has the value of a scroll bar, if it goes up and down.
    private func vertical(_ bar: Accessible, _ done: @escaping (Accessible?) -> Void) {
        bus.extents(of: bar, in: .window) { [self] extents in
            guard let extents, extents.height > extents.width else { return done(nil) }
            withValue(bar) { [self] isBar in
                guard !isBar else { return done(bar) }
                bus.children(of: bar, limit: Climb.mostChildren) { [self] children in
                    first(
                        of: children ?? [],
                        where: { [self] child, answer in
                            withValue(child) { answer($0 ? child : nil) }
                        }, done: done)
                }
            }
        }
    }

    private func withValue(_ object: Accessible, _ answer: @escaping (Bool) -> Void) {
        bus.number(object, "MaximumValue") { answer($0 != nil) }
    }

    /// Asks one after the other, until one has an answer.
    private func first(
        of objects: [Accessible], where look: @escaping (Accessible, @escaping (Accessible?) -> Void) -> Void,
        done: @escaping (Accessible?) -> Void
    ) {
        guard let object = objects.first else { return done(nil) }
        look(object) { [self] found in
            if let found { return done(found) }
            first(of: Array(objects.dropFirst()), where: look, done: done)
        }
    }
}
