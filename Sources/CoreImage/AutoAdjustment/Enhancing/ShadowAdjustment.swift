import Foundation

/// Brings out what lies in blocked-up shadows of pictures that are bright elsewhere, as against the light: `CIHighlightShadowAdjust`,
/// without a radius, which is one pass with the rest.
struct ShadowAdjustment: AutoAdjustment {
    /// The least amount that is worth a filter.
    private static let least = 0.05

    func filters(for picture: AnalyzedPicture) throws -> [CIFilter] {
        var tones = Distribution(in: 0...1)
        let sample = picture.sample
        for (color, weight) in zip(sample.colors, sample.weights) where weight > 0 {
            tones.add(max(SIMD3<Double>(color).luminance, 0).squareRoot(), weight: Double(weight))
        }
        let dark = onset(tones.share(below: 0.13), from: 0.22, to: 0.5)
        let bright = onset(tones.quantile(0.9), from: 0.5, to: 0.7)
        let amount = 0.45 * dark * bright * Self.need(of: FaceColor.all(in: picture))
        if amount < Self.least { return [] }
        let filter = HighlightShadowAdjust()
        filter.shadowAmount = Float(amount)
        return [filter]
    }

    /// People whose faces are well lit wear black, or stand before it. That a face is dark is no reason by itself: skin may be.
    private static func need(of faces: [FaceColor]) -> Double {
        guard let lightest = faces.map({ $0.color.luminance.squareRoot() }).max() else { return 1 }
        return onset(lightest, from: 0.4, to: 0.2)
    }
}
