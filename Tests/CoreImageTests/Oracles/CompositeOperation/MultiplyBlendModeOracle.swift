extension FilterOracle {
    /// ISO 32000-1, 11.3.5.2: multiply.
    static let multiplyBlendMode = separableBlend("CIMultiplyBlendMode") { b, s in
        b * s
    }
}
