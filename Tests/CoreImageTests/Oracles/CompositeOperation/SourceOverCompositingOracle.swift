extension FilterOracle {
    /// Porter and Duff 1984: over.
    static let sourceOverCompositing = compositeOracle("CISourceOverCompositing") { s, b in
        s + b * (1 - s.w)
    }
}
