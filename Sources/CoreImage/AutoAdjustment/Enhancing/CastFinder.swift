import Foundation

/// Finds the cast that white balance should take away from a picture: little or none unless there is much to be said for it.
struct CastFinder {
    /// What remains of a cast that the guesses show in a picture of no cast, on average: most things in the world are a little yellow.
    private static let usual = ColorCast(warmth: 0.08, magenta: -0.09)
    /// Casts around the usual one that are left alone, as many good pictures have them. Warm light is often wanted, cold light hardly ever.
    private static let (usualWarmth, usualMagenta) = (-0.04...0.14, -0.045...0.14)
    /// How much of the rest is taken away: a little less than all, as the eye adapts to what is left.
    private static let part = 0.8

    private let sample: PictureSample

    init(_ sample: PictureSample) { self.sample = sample }

    /// The cast to take away.
    var cast: ColorCast {
        guard let light = LightGuesses(sample) else { return .none }
        let near = nearShares(to: [light.middle, .none])
        let (inCast, gray) = (near[0], near[1])
        // Guesses that contradict each other are about the things, not the light; so is a colour that no usual light has.
        let agreement = onset(light.disagreement, from: 0.45, to: 0.15) * onset(light.middle.size, from: 0.9, to: 0.6)
        // Lamps in the night show their own light.
        let extent = onset(light.share, from: 0.15, to: 0.4)
        // Under a cast nothing is gray; what is gray under it shows the cast itself.
        let evidence = onset(gray / max(inCast, 1e-6), from: 0.7, to: 0.5) * onset(inCast, from: 0, to: 0.01)
        // A picture of one colour was toned, or is gray.
        let variety = onset(inCast, from: 0.9, to: 0.75)
        return beyondUsual(light.middle) * (agreement * extent * evidence * variety * Self.part)
    }

    /// What of a cast lies outside the usual ones.
    private func beyondUsual(_ cast: ColorCast) -> ColorCast {
        let (warmth, magenta) = (cast.warmth - Self.usual.warmth, cast.magenta - Self.usual.magenta)
        return ColorCast(
            warmth: warmth - warmth.held(in: Self.usualWarmth), magenta: magenta - magenta.held(in: Self.usualMagenta))
    }

    /// The share of pixels that would be gray under each of the casts, nearly; lighter ones count more.
    private func nearShares(to casts: [ColorCast]) -> [Double] {
        var shares = [Double](repeating: 0, count: casts.count)
        var total = 0.0
        let step = max(1, max(sample.width, sample.height) / 256)
        for y in stride(from: 0, to: sample.height, by: step) {
            for x in stride(from: 0, to: sample.width, by: step) {
                guard let color = sample.exposedColor(x, y) else { continue }
                let shown = ColorCast(color)
                let weight = color.luminance.squareRoot()
                total += weight
                for (index, cast) in casts.enumerated() {
                    let distance = (shown - cast).size / 0.09
                    if distance < 4 { shares[index] += weight * exp(-distance * distance / 2) }
                }
            }
        }
        return shares.map { total > 0 ? $0 / total : 0 }
    }
}

extension Double {
    func held(in range: ClosedRange<Double>) -> Double { min(max(self, range.lowerBound), range.upperBound) }
}
