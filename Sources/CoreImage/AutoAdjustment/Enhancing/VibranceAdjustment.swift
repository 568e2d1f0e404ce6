import BuiltInFilters
import CoreImageEssentials
import Detection
import Foundation
import Pixels

/// Strengthens dull colours and reduces exaggerated ones: `CIVibrance`.
///
/// Colours are measured after the tone curve, because darkness and haze make them look dull.
struct VibranceAdjustment: AutoAdjustment {
    /// The usual chroma: the mean, and the values that 1/20 and 1/100 of the pixels exceed.
    private static let (usualMean, usualStrongest, usualExtreme) = (13.0, 30.0, 48.0)
    /// The minimum amount that is worth a filter.
    private static let least = 0.04

    func filters(for picture: AnalyzedPicture) throws -> [CIFilter] {
        let amount = Self.amount(for: colorfulness(of: picture.sample))
        if abs(amount) < Self.least { return [] }
        let filter = CIFilter.registered(Vibrance())
        filter.amount = Float(amount)
        return [filter]
    }

    private func colorfulness(of sample: PictureSample) -> Colorfulness {
        guard let points = ToneRange(of: sample).curve else { return Colorfulness(of: sample) { $0 } }
        let spline = ToneSpline(through: points)
        return Colorfulness(of: sample) { color in
            func changed(_ light: Double) -> Double {
                TransferCurve.sRGB.decode(spline.value(at: TransferCurve.sRGB.encode(max(light, 0))))
            }
            return SIMD3(changed(color.x), changed(color.y), changed(color.z))
        }
    }

    private static func amount(for colors: Colorfulness) -> Double {
        let strength = cbrt(
            colors.mean / usualMean * (colors.strongest / usualStrongest) * (colors.extreme / usualExtreme))
        var amount = 0.0
        // Pictures of one hue, or without colour, are intentional.
        if strength < 1 { amount = min(1 / max(strength, 0.2) - 1, 1) * ramp(colors.variety, from: 2, to: 5) }
        return amount - 0.25 * ramp(colors.edgeShare, from: 0.12, to: 0.45)
    }
}
