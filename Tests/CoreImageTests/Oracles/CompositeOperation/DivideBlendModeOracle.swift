extension FilterOracle {
    /// The quotient, clamped to 0…1. Dividing a positive component by 0 gives 1.
    static let divideBlendMode = separableBlend("CIDivideBlendMode") { b, s in
        if s <= 0 { return b > 0 ? 1 : 0 }
        return min(max(b / s, 0), 1)
    }
}
