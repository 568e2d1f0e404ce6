extension FilterOracle {
    /// Porter and Duff 1984: in.
    static let sourceInCompositing = compositeOracle("CISourceInCompositing", intersecting: true) { s, b in
        s * b.w
    }
}
