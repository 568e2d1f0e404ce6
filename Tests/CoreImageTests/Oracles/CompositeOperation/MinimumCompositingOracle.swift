extension FilterOracle {
    /// The reference: the smaller of every component.
    static let minimumCompositing = compositeOracle("CIMinimumCompositing", intersecting: true) { s, b in
        SIMD4(min(s.x, b.x), min(s.y, b.y), min(s.z, b.z), min(s.w, b.w))
    }
}
