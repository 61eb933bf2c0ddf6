// The three functions a spring needs, in Swift's own arithmetic: the core imports nothing, and the same input gives
// the same output on every machine (rule N6). Accurate to about 1e-15 over the range in use.

/// e to the power of `x`; 0 far below, infinity far above.
func exponential(_ x: Double) -> Double {
    guard x > -745 else { return x.isNaN ? .nan : 0 }
    guard x < 710 else { return .infinity }
    let ln2 = 0.693147180559945309417232121458
    let halvings = (x / ln2).rounded()
    let rest = x - halvings * ln2
    var term = 1.0
    var sum = 1.0
    for n in 1...18 {
        term *= rest / Double(n)
        sum += term
    }
    // Two steps, since 2^halvings alone may leave the range that a Double holds.
    let half = (halvings / 2).rounded(.towardZero)
    return sum * powerOfTwo(Int(half)) * powerOfTwo(Int(halvings - half))
}

/// The sine and the cosine of `x` in radians; NaN for what is not finite or beyond 1e9.
func sineAndCosine(_ x: Double) -> (sine: Double, cosine: Double) {
    guard x.isFinite, abs(x) < 1e9 else { return (.nan, .nan) }
    let quarter = Double.pi / 2
    let turns = (x / quarter).rounded()
    let rest = x - turns * quarter
    let square = rest * rest
    var sine = rest
    var cosine = 1.0
    var sineTerm = rest
    var cosineTerm = 1.0
    for n in 1...10 {
        let even = Double(2 * n)
        cosineTerm *= -square / ((even - 1) * even)
        sineTerm *= -square / (even * (even + 1))
        cosine += cosineTerm
        sine += sineTerm
    }
    switch Int(turns) & 3 {
    case 0: return (sine, cosine)
    case 1: return (cosine, -sine)
    case 2: return (-sine, -cosine)
    default: return (-cosine, sine)
    }
}

private func powerOfTwo(_ exponent: Int) -> Double { Double(sign: .plus, exponent: exponent, significand: 1) }
