extension FilterOracle {
    /// The documented reciprocal; nothing where the depth is 0.
    static let depthToDisparity = colorOracle("CIDepthToDisparity", tolerance: 1e-3) { color, _ in
        color.mapping { abs($0) < 1e-6 ? 0 : 1 / $0 }
    }
}
