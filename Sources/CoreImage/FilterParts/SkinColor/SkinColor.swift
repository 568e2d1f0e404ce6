/// What colour skin has under white light.
///
/// Skin of all people has nearly the same hue, as blood and melanin colour it all: light skin differs from dark skin in lightness, and in
/// strength of colour, much more than in hue. The numbers are ours, from some 20 faces in press photographs and portraits.
enum SkinColor {
    /// Strengths of colour, `YIQColor.i`, from the palest skin to the warmest.
    static let strengths = 0.33...0.75

    /// The middle of the hues for a warmth from 0, pale, to 1.
    static func typical(warmth: Double) -> YIQColor {
        let i = strengths.lowerBound + (strengths.upperBound - strengths.lowerBound) * warmth
        return YIQColor(i: i, q: 0.045 + 0.226 * (i - strengths.lowerBound))
    }

    /// The values of `YIQColor.q` that are found with one of `i`: the stronger the colour is, the redder it may be.
    ///
    /// - Parameter exaggeration: 1 where colours were made stronger than they are, so that a strong one tells no longer that skin is red;
    ///   0 where not.
    static func hues(ofStrength i: Double, exaggeration: Double) -> ClosedRange<Double> {
        let natural = max(0.18 * (i - 0.33), -0.02)
        let least = natural + (min(natural, 0) - natural) * exaggeration
        return least...max(least, 0.27 * i + 0.005)
    }
}
