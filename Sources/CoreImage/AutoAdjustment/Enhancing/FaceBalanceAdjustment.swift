import BuiltInFilters
import CoreImageEssentials
import Detection
import Foundation

/// Corrects the colour balance by the skin of a picture's faces: `CIFaceBalance`.
///
/// The cast that the rest of the picture indicates (`CastFinder`) is removed from the skin colour first. If the result
/// lies outside the range of `SkinColor`, the nearest skin colour is the target for the faces.
struct FaceBalanceAdjustment: AutoAdjustment {
    /// The fraction of a difference that is corrected.
    private static let part = 0.85
    /// The minimum cast that is worth a filter.
    private static let least = 0.04

    func filters(for picture: AnalyzedPicture) throws -> [CIFilter] {
        // Gray faces, of statues or in black-and-white pictures, have no skin colour.
        let faces = FaceColor.all(in: picture).filter { YIQColor($0.color).distance > 0.1 }
        guard !faces.isEmpty else { return [] }
        let total = faces.reduce(0) { $0 + $1.size }
        let mean = faces.reduce(SIMD3<Double>()) {
            $0 + $1.color / ($1.color * SIMD3(0.299, 0.587, 0.114)).sum() * ($1.size / total)
        }
        let face = YIQColor(mean)
        let light = CastFinder(picture.sample).cast
        let lit = YIQColor(mean / light.gray)
        let wanted = nearestSkin(to: lit, in: picture.sample)
        let cast = (ColorCast(face.linear.positive) - ColorCast(wanted.linear.positive)) * Self.part
        // Make-up, masks and strongly coloured light aren't related to the white balance.
        let trust = ramp(cast.size, from: 0.9, to: 0.6)
        if cast.size * trust < Self.least { return [] }
        return [filter(for: face, against: cast * trust)]
    }

    /// Returns the nearest colour that skin may have, given the colourfulness of the picture.
    private func nearestSkin(to color: YIQColor, in sample: PictureSample) -> YIQColor {
        let colorfulness = Colorfulness(of: sample) { $0 }
        // Skin is dull in dull pictures and saturated in gaudy ones, even without a cast.
        let least = SkinColor.strengths.lowerBound * ramp(colorfulness.strongest, from: 5, to: 45)
        let exaggeration = ramp(colorfulness.edgeShare, from: 0.04, to: 0.12)
        let most = SkinColor.strengths.upperBound + 0.5 * exaggeration
        let i = color.i.clamped(to: least...most)
        return YIQColor(i: i, q: color.q.clamped(to: SkinColor.hues(ofStrength: i, exaggeration: exaggeration)))
    }

    /// Returns the filter that best removes a cast: the warmth and strength whose change is nearest to the cast.
    private func filter(for face: YIQColor, against cast: ColorCast) -> CIFilter {
        var best = (distance: Double.infinity, warmth: 0.5, strength: 0.0)
        for step in 0...100 {
            let warmth = Double(step) / 100
            let all = ColorCast(face.linear.positive) - ColorCast(SkinColor.typical(warmth: warmth).linear)
            let projection = (all.red * cast.red + all.blue * cast.blue) / max(all.size * all.size, 1e-9)
            let strength = projection.clamped(to: 0...1)
            let distance = (cast - all * strength).size
            if distance < best.distance { best = (distance, warmth, strength) }
        }
        let filter = CIFilter.registered(FaceBalance())
        (filter.originalI, filter.originalQ) = (face.i, face.q)
        (filter.strength, filter.warmth) = (best.strength, best.warmth)
        return filter
    }
}

extension SIMD3<Double> {
    /// The colour clamped to at least 1/20, as in `FaceBalance`.
    fileprivate var positive: SIMD3<Double> {
        clamped(lowerBound: SIMD3(repeating: 0.05), upperBound: SIMD3(repeating: 100))
    }
}
