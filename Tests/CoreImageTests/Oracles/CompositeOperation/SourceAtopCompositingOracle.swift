extension FilterOracle {
    /// Porter and Duff 1984: atop.
    static let sourceAtopCompositing = compositeOracle("CISourceAtopCompositing") { s, b in
        s * b.w + b * (1 - s.w)
    }
}
