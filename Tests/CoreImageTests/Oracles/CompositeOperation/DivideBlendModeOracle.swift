extension FilterOracle {
    /// The quotient between 0 and 1; light divided by nothing is white.
    static let divideBlendMode = separableBlend("CIDivideBlendMode") { b, s in
        if s <= 0 { return b > 0 ? 1 : 0 }
        return min(max(b / s, 0), 1)
    }
}
