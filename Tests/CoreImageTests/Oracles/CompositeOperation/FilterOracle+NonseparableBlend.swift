extension FilterOracle {
    /// Returns an oracle for a blend mode that isn't separable. `blend` mixes unpremultiplied colours of the background
    /// and of the image.
    static func nonseparableBlend(
        _ filter: String,
        blend: @escaping @Sendable (_ b: SIMD3<Double>, _ s: SIMD3<Double>) -> SIMD3<Double>
    ) -> FilterOracle {
        compositeOracle(filter, .published) { s, b in
            let (source, backdrop) = (PlainColor(s), PlainColor(b))
            let (front, back) = (
                SIMD3(source.red, source.green, source.blue), SIMD3(backdrop.red, backdrop.green, backdrop.blue)
            )
            let alone = (1 - source.alpha) * backdrop.alpha * back + (1 - backdrop.alpha) * source.alpha * front
            let mixed = alone + source.alpha * backdrop.alpha * blend(back, front)
            return SIMD4<Float>(SIMD4(mixed, source.alpha + backdrop.alpha - source.alpha * backdrop.alpha))
        }
    }

    /// Returns hue, saturation and lightness by the sectors of the usual HSL formula. The hue is from 0 to 6, from red
    /// over yellow to red.
    static func hsl(_ c: SIMD3<Double>) -> (hue: Double, saturation: Double, lightness: Double) {
        let (most, least) = (c.max(), c.min())
        let (range, lightness) = (most - least, (most + least) / 2)
        guard range > 1e-6 else { return (0, 0, lightness) }
        let room = 1 - abs(2 * lightness - 1)
        let hue =
            most == c.x ? (c.y - c.z) / range : most == c.y ? 2 + (c.z - c.x) / range : 4 + (c.x - c.y) / range
        return (hue < 0 ? hue + 6 : hue, room > 0 ? min(range / room, 1) : 0, lightness)
    }

    /// Returns the colour of a hue, a saturation and a lightness. Lightnesses outside 0…1 have no saturation.
    static func color(hue: Double, saturation: Double, lightness: Double) -> SIMD3<Double> {
        let chroma = saturation * max(1 - abs(2 * lightness - 1), 0)
        let middle = chroma * (1 - abs(hue.truncatingRemainder(dividingBy: 2) - 1))
        let parts: [SIMD3<Double>] = [
            SIMD3(chroma, middle, 0), SIMD3(middle, chroma, 0), SIMD3(0, chroma, middle), SIMD3(0, middle, chroma),
            SIMD3(middle, 0, chroma), SIMD3(chroma, 0, middle),
        ]
        return parts[min(Int(hue), 5)] + (lightness - chroma / 2)
    }
}
