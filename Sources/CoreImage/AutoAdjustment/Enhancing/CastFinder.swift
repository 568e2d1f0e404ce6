import BuiltInFilters
import CoreImageEssentials
import Detection
import Foundation

/// Estimates the colour cast that white balance should remove from a picture. The result is small or zero unless the
/// evidence is strong.
struct CastFinder {
    /// The mean cast that the estimates show in pictures without a cast: most scenes are slightly yellow.
    private static let usual = ColorCast(warmth: 0.08, magenta: -0.09)
    /// The range of casts around the usual one that aren't corrected, because many good pictures have them. Warm light
    /// is often intended, cold light rarely.
    private static let (usualWarmth, usualMagenta) = (-0.04...0.14, -0.045...0.14)
    /// The fraction of the remaining cast that is removed. It is less than 1 because the eye adapts to the rest.
    private static let part = 0.8

    private let sample: PictureSample

    init(_ sample: PictureSample) { self.sample = sample }

    /// The cast to remove.
    var cast: ColorCast {
        guard let light = IlluminantEstimates(sample) else { return .none }
        let near = nearShares(to: [light.middle, .none])
        let (inCast, gray) = (near[0], near[1])
        // Estimates that contradict each other reflect the colours of objects rather than that of the light; so does a
        // colour that no usual light source has.
        let agreement = ramp(light.disagreement, from: 0.45, to: 0.15) * ramp(light.middle.size, from: 0.9, to: 0.6)
        // In night pictures, lamps show their own light.
        let extent = ramp(light.share, from: 0.15, to: 0.4)
        // Under a cast, few pixels are gray. Many pixels that would be gray under the estimated cast are evidence of
        // it.
        let evidence = ramp(gray / max(inCast, 1e-6), from: 0.7, to: 0.5) * ramp(inCast, from: 0, to: 0.01)
        // A picture of one colour was toned intentionally, or is gray.
        let variety = ramp(inCast, from: 0.9, to: 0.75)
        return beyondUsual(light.middle) * (agreement * extent * evidence * variety * Self.part)
    }

    /// Returns the part of a cast that lies outside the usual range.
    private func beyondUsual(_ cast: ColorCast) -> ColorCast {
        let (warmth, magenta) = (cast.warmth - Self.usual.warmth, cast.magenta - Self.usual.magenta)
        return ColorCast(
            warmth: warmth - warmth.clamped(to: Self.usualWarmth),
            magenta: magenta - magenta.clamped(to: Self.usualMagenta))
    }

    /// Returns, for each cast, the fraction of pixels that would be nearly gray under it, weighted by the square root
    /// of luminance.
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
    func clamped(to range: ClosedRange<Double>) -> Double { min(max(self, range.lowerBound), range.upperBound) }
}
