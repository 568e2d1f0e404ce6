extension FilterOracle {
    /// Porter and Duff 1984: atop.
    static let sourceAtopCompositing = composite("CISourceAtopCompositing") { s, b in
        s * b.w + b * (1 - s.w)
    }
}
