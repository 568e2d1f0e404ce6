extension FilterOracle {
    /// Porter and Duff 1984: out.
    static let sourceOutCompositing = compositeOracle("CISourceOutCompositing") { s, b in
        s * (1 - b.w)
    }
}
