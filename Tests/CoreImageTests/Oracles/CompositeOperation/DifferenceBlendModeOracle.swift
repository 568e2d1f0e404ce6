extension FilterOracle {
    /// ISO 32000-1, 11.3.5.2: the difference without its sign.
    static let differenceBlendMode = separableBlend("CIDifferenceBlendMode") { b, s in
        abs(b - s)
    }
}
