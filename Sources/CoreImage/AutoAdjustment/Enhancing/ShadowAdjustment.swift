import BuiltInFilters
import CoreImageEssentials
import Detection
import Foundation

/// Lightens blocked shadows in pictures that are bright elsewhere, such as backlit ones: `CIHighlightShadowAdjust`,
/// without a radius, so that it needs no separate pass.
struct ShadowAdjustment: AutoAdjustment {
    /// The minimum amount that is worth a filter.
    private static let least = 0.05

    func filters(for picture: AnalyzedPicture) throws -> [CIFilter] {
        var tones = Histogram(in: 0...1)
        let sample = picture.sample
        for (color, weight) in zip(sample.colors, sample.weights) where weight > 0 {
            tones.add(max(SIMD3<Double>(color).luminance, 0).squareRoot(), weight: Double(weight))
        }
        let dark = ramp(tones.share(below: 0.13), from: 0.22, to: 0.5)
        let bright = ramp(tones.quantile(0.9), from: 0.5, to: 0.7)
        let amount = 0.45 * dark * bright * Self.need(of: FaceColor.all(in: picture))
        if amount < Self.least { return [] }
        let filter = CIFilter.registered(HighlightShadowAdjust())
        filter.shadowAmount = Float(amount)
        return [filter]
    }

    /// Returns a factor from 0 to 1. If faces are well lit, the dark parts are probably clothes or background. A dark
    /// face is no evidence by itself, because the skin may be dark.
    private static func need(of faces: [FaceColor]) -> Double {
        guard let lightest = faces.map({ $0.color.luminance.squareRoot() }).max() else { return 1 }
        return ramp(lightest, from: 0.4, to: 0.2)
    }
}
