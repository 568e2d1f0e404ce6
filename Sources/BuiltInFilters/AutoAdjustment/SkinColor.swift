import CoreImageEssentials

/// The colour of skin under white light.
///
/// Skin of all people has nearly the same hue, because blood and melanin colour it. Light skin differs from dark skin
/// much more in lightness and in strength of colour than in hue. The numbers are ours, from some 20 faces in press
/// photographs and portraits.
package enum SkinColor {
    /// Strengths of colour, `YIQColor.i`, from the palest skin to the warmest.
    package static let strengths = 0.33...0.75

    /// Returns the middle of the hues for a warmth from 0, pale, to 1.
    package static func typical(warmth: Double) -> YIQColor {
        let i = strengths.lowerBound + (strengths.upperBound - strengths.lowerBound) * warmth
        return YIQColor(i: i, q: 0.045 + 0.226 * (i - strengths.lowerBound))
    }

    /// Returns the values of `YIQColor.q` that occur with a value of `i`. The stronger the colour, the redder it may
    /// be.
    ///
    /// - Parameter exaggeration: 1 if colours were made stronger than they are, where a strong colour no longer implies
    ///   red skin; 0 if not.
    package static func hues(ofStrength i: Double, exaggeration: Double) -> ClosedRange<Double> {
        let natural = max(0.18 * (i - 0.33), -0.02)
        let least = natural + (min(natural, 0) - natural) * exaggeration
        return least...max(least, 0.27 * i + 0.005)
    }
}
