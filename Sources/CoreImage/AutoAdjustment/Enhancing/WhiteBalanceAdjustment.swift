import BuiltInFilters
import CoreImageEssentials
import Detection
import Foundation

/// Removes a colour cast from pictures without faces, if the evidence for one is strong (`CastFinder`):
/// `CITemperatureAndTint`.
struct WhiteBalanceAdjustment: AutoAdjustment {
    /// The minimum cast that is worth a filter.
    private static let least = 0.03

    func filters(for picture: AnalyzedPicture) throws -> [CIFilter] {
        // Faces, unless they are gray, are better evidence of the light; `FaceBalanceAdjustment` uses them.
        if FaceColor.all(in: picture).contains(where: { YIQColor($0.color).distance > 0.1 }) { return [] }
        let cast = CastFinder(picture.sample).cast
        if cast.size < Self.least { return [] }
        let (temperature, tint) = Self.neutral(of: cast)
        let filter = CIFilter.registered(TemperatureAndTint())
        filter.neutral = CIVector(x: CGFloat(temperature), y: CGFloat(tint))
        filter.targetNeutral = CIVector(x: Self.daylight, y: 0)
        return [filter]
    }

    private static let daylight = 6500.0

    /// Returns the temperature and tint with which the filter makes the cast's colour gray. Uses Newton's method on
    /// reciprocal temperature and tint.
    static func neutral(of cast: ColorCast) -> (temperature: Double, tint: Double) {
        let daylight = WhitePoint(temperature: daylight, tint: 0)
        func left(_ point: SIMD2<Double>) -> SIMD2<Double> {
            let light = WhitePoint(temperature: 1e6 / point.x, tint: point.y)
            let rows = ChromaticAdaptation(from: light, to: daylight).rows
            let result = ColorCast(
                SIMD3((rows[0] * cast.gray).sum(), (rows[1] * cast.gray).sum(), (rows[2] * cast.gray).sum()))
            return SIMD2(result.red, result.blue)
        }
        var point = SIMD2(1e6 / Self.daylight, 0)
        for _ in 0..<12 {
            let here = left(point)
            let (mireds, tints) = (left(point + SIMD2(0.5, 0)) - here, left(point + SIMD2(0, 0.5)) - here)
            let determinant = (mireds.x * tints.y - mireds.y * tints.x) * 4
            if abs(determinant) < 1e-12 { break }
            let step =
                SIMD2(here.y * tints.x - here.x * tints.y, here.x * mireds.y - here.y * mireds.x) * 2 / determinant
            point += step.clamped(lowerBound: SIMD2(-60, -60), upperBound: SIMD2(60, 60))
            // Limits of 2,000 to 25,000 kelvins, and of the tints that the filter accepts.
            point.clamp(lowerBound: SIMD2(40, -190), upperBound: SIMD2(500, 190))
        }
        return (1e6 / point.x, point.y)
    }
}
