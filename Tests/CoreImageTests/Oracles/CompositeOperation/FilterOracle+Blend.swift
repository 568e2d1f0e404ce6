extension FilterOracle {
    /// Returns an oracle for a blend mode as in ISO 32000-1, 11.3.6. `blend` mixes unpremultiplied components b of the
    /// background and s of the image where both are opaque. Where only one of them is, it stays unchanged.
    static func separableBlend(
        _ filter: String, _ evidence: Evidence = .formula, tolerance: Float = 1e-4,
        blend: @escaping @Sendable (_ b: Double, _ s: Double) -> Double
    ) -> FilterOracle {
        compositeOracle(filter, evidence, tolerance: tolerance) { s, b in
            let (source, backdrop) = (PlainColor(s), PlainColor(b))
            func mixed(_ s: Double, _ b: Double) -> Float {
                Float(
                    (1 - source.alpha) * backdrop.alpha * b + (1 - backdrop.alpha) * source.alpha * s
                        + source.alpha * backdrop.alpha * blend(b, s))
            }
            return SIMD4(
                mixed(source.red, backdrop.red), mixed(source.green, backdrop.green), mixed(source.blue, backdrop.blue),
                Float(source.alpha + backdrop.alpha - source.alpha * backdrop.alpha))
        }
    }
}
