extension FilterOracle {
    /// Porter and Duff 1984: out.
    static let sourceOutCompositing = composite("CISourceOutCompositing") { s, b in
        s * (1 - b.w)
    }
}
