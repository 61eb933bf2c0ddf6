import HeadroomCore

/// What the program was asked for.
struct Options: Equatable {
    /// Where the terminal's window is. A terminal does not know: on a phone it fills the screen.
    var frame = Rect(x: 0, y: 0, width: 1280, height: 800)
    /// Nil: as many as the terminal has.
    var rows: Int?
    var lines = 60

    static let usage = """
        usage: headroom-example [--frame X,Y,W,H] [--rows N] [--lines N]

        A text in a terminal that keeps its caret in sight of the on-screen keyboard. Try it beside
        headroom simulate --frame 0,480,1280,320

        j, k or the arrows move the caret, g and G to the ends, Enter makes a line, J and K scroll, q ends.

        --frame  where the terminal's window is, in logical pixels; 0,0,1280,800
        --rows   how many rows it has; as many as the terminal
        --lines  how many lines the text has; 60

        """

    /// - Returns: nil if the words make no sense.
    init?(_ words: [String]) {
        var words = words[...]
        while let word = words.popFirst() {
            guard let value = words.popFirst() else { return nil }
            switch word {
            case "--frame":
                let numbers = value.split(separator: ",", omittingEmptySubsequences: false).compactMap { Double($0) }
                guard numbers.count == 4, numbers.allSatisfy(\.isFinite), numbers[2] > 0, numbers[3] > 0 else {
                    return nil
                }
                frame = Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
            case "--rows":
                guard let number = Int(value), (2...1000).contains(number) else { return nil }
                rows = number
            case "--lines":
                guard let number = Int(value), (1...100_000).contains(number) else { return nil }
                lines = number
            default: return nil
            }
        }
    }
}
