import Foundation

/// Balances colours by the skin of a picture's faces: `CIFaceBalance`.
///
/// What the rest of the picture says of the light (`CastFinder`) is taken from the skin first. The skin that remains should be as
/// `SkinColor` says; when it isn't, the nearest colour that is skin is where the face should go.
struct FaceBalanceAdjustment: AutoAdjustment {
    /// How much of a difference is taken away.
    private static let part = 0.85
    /// The least cast that is worth a filter.
    private static let least = 0.04

    func filters(for picture: AnalyzedPicture) throws -> [CIFilter] {
        // Statues, and people in black and white, have no skin colour.
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
        // Make-up, masks and light that nobody takes for white say nothing of the white balance.
        let trust = onset(cast.size, from: 0.9, to: 0.6)
        if cast.size * trust < Self.least { return [] }
        return [filter(for: face, against: cast * trust)]
    }

    /// The nearest colour that skin may have in a picture whose colours are as strong as this one's.
    private func nearestSkin(to color: YIQColor, in sample: PictureSample) -> YIQColor {
        let colorfulness = Colorfulness(of: sample) { $0 }
        // In dull pictures skin is dull without a cast, in gaudy ones gaudy.
        let least = SkinColor.strengths.lowerBound * onset(colorfulness.strongest, from: 5, to: 45)
        let exaggeration = onset(colorfulness.edgeShare, from: 0.04, to: 0.12)
        let most = SkinColor.strengths.upperBound + 0.5 * exaggeration
        let i = color.i.held(in: least...most)
        return YIQColor(i: i, q: color.q.held(in: SkinColor.hues(ofStrength: i, exaggeration: exaggeration)))
    }

    /// The filter that comes nearest to taking away a cast: of all targets that it can be given, the one that lies in the right direction.
    private func filter(for face: YIQColor, against cast: ColorCast) -> CIFilter {
        var best = (distance: Double.infinity, warmth: 0.5, strength: 0.0)
        for step in 0...100 {
            let warmth = Double(step) / 100
            let all = ColorCast(face.linear.positive) - ColorCast(SkinColor.typical(warmth: warmth).linear)
            let strength = ((all.red * cast.red + all.blue * cast.blue) / max(all.size * all.size, 1e-9)).held(
                in: 0...1)
            let distance = (cast - all * strength).size
            if distance < best.distance { best = (distance, warmth, strength) }
        }
        let filter = FaceBalance()
        (filter.originalI, filter.originalQ) = (face.i, face.q)
        (filter.strength, filter.warmth) = (best.strength, best.warmth)
        return filter
    }
}

extension SIMD3<Double> {
    /// Held above 1/20, as `FaceBalance` does.
    fileprivate var positive: SIMD3<Double> {
        clamped(lowerBound: SIMD3(repeating: 0.05), upperBound: SIMD3(repeating: 100))
    }
}
