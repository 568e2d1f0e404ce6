extension FilterOracle {
    /// A blend mode of ISO 32000-1, 11.3.5.3: `blend` mixes whole unpremultiplied colours of the background and of the image.
    static func nonseparableBlend(
        _ filter: String,
        blend: @escaping @Sendable (_ b: SIMD3<Double>, _ s: SIMD3<Double>) -> SIMD3<Double>
    ) -> FilterOracle {
        composite(filter) { s, b in
            let (source, backdrop) = (PlainColor(s), PlainColor(b))
            let (front, back) = (
                SIMD3(source.red, source.green, source.blue), SIMD3(backdrop.red, backdrop.green, backdrop.blue)
            )
            let alone = (1 - source.alpha) * backdrop.alpha * back + (1 - backdrop.alpha) * source.alpha * front
            let mixed = alone + source.alpha * backdrop.alpha * blend(back, front)
            return SIMD4<Float>(SIMD4(mixed, source.alpha + backdrop.alpha - source.alpha * backdrop.alpha))
        }
    }

    /// The standard's Lum.
    static func lum(_ c: SIMD3<Double>) -> Double { 0.3 * c.x + 0.59 * c.y + 0.11 * c.z }

    /// The standard's Sat.
    static func sat(_ c: SIMD3<Double>) -> Double { c.max() - c.min() }

    /// The standard's SetLum and ClipColor, with the luminosity itself as the limit where it lies beyond black or white.
    static func setLum(_ c: SIMD3<Double>, _ l: Double) -> SIMD3<Double> {
        let moved = c + (l - lum(c))
        let (n, x) = (moved.min(), moved.max())
        let (black, white) = (min(0, l), max(1, l))
        var clipped = moved
        if n < black { clipped = l + (clipped - l) * (l - black) / (l - n) }
        if x > white { clipped = l + (clipped - l) * (white - l) / (x - l) }
        return clipped
    }

    /// The standard's SetSat, component by component.
    static func setSat(_ c: SIMD3<Double>, _ s: Double) -> SIMD3<Double> {
        var result = SIMD3<Double>.zero
        let order = [0, 1, 2].sorted { c[$0] < c[$1] }
        guard c[order[2]] > c[order[0]] else { return result }
        result[order[1]] = (c[order[1]] - c[order[0]]) * s / (c[order[2]] - c[order[0]])
        result[order[2]] = s
        return result
    }
}
