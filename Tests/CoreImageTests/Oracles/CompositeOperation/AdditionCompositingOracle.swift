extension FilterOracle {
    /// Porter and Duff 1984: plus, whose alpha ends at 1.
    static let additionCompositing = composite("CIAdditionCompositing") { s, b in
        SIMD4(s.x + b.x, s.y + b.y, s.z + b.z, min(s.w + b.w, 1))
    }
}
