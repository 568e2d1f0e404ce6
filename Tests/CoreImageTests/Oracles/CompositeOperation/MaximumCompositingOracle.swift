extension FilterOracle {
    /// The reference: the larger of every component.
    static let maximumCompositing = compositeOracle("CIMaximumCompositing") { s, b in
        SIMD4(max(s.x, b.x), max(s.y, b.y), max(s.z, b.z), max(s.w, b.w))
    }
}
