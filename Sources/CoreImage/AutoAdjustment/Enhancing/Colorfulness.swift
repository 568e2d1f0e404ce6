import BuiltInFilters
import CoreImageEssentials
import Detection
import Foundation

/// Statistics of the chroma of a picture's colours.
struct Colorfulness {
    /// The mean chroma in CIE Lab.
    let mean: Double
    /// The chroma that 1/20 of the pixels exceed.
    let strongest: Double
    /// The chroma that 1/100 of the pixels exceed.
    let extreme: Double
    /// The standard deviation of Lab's a and b: near 0 for gray and toned pictures.
    let variety: Double
    /// The fraction of pixels that are fully saturated in sRGB but not dark. A large fraction indicates exaggerated
    /// colours.
    let edgeShare: Double

    /// - Parameter change: A function applied to the linear colours before they are measured.
    init(of sample: PictureSample, after change: (SIMD3<Double>) -> SIMD3<Double>) {
        var chromas = Histogram(in: 0...200)
        var edge = 0.0
        var (sum, squares) = (SIMD2<Double>(), 0.0)
        let step = max(1, max(sample.width, sample.height) / 256)
        for y in stride(from: 0, to: sample.height, by: step) {
            for x in stride(from: 0, to: sample.width, by: step) {
                let weight = Double(sample.weights[y * sample.width + x])
                if weight == 0 { continue }
                let color = change(SIMD3(sample.colors[y * sample.width + x]))
                    .clamped(lowerBound: SIMD3(), upperBound: SIMD3(repeating: 1))
                let ab = Self.labColor(color)
                chromas.add((ab * ab).sum().squareRoot(), weight: weight)
                sum += ab * weight
                squares += (ab * ab).sum() * weight
                if color.max() > 0.12, color.min() < 0.003 { edge += weight }
            }
        }
        let total = max(chromas.total, 1e-9)
        (mean, strongest, extreme) = (chromas.mean, chromas.quantile(0.95), chromas.quantile(0.99))
        variety = max(squares / total - (sum / total * (sum / total)).sum(), 0).squareRoot()
        edgeShare = edge / total
    }

    /// Returns CIE Lab's a and b (D65) of a linear sRGB colour.
    private static func labColor(_ color: SIMD3<Double>) -> SIMD2<Double> {
        func lightness(_ part: Double) -> Double { part > 216.0 / 24389 ? cbrt(part) : part * 841 / 108 + 4.0 / 29 }
        let x = lightness((color * SIMD3(0.4124564, 0.3575761, 0.1804375)).sum() / 0.95047)
        let y = lightness((color * SIMD3(0.2126729, 0.7151522, 0.0721750)).sum())
        let z = lightness((color * SIMD3(0.0193339, 0.1191920, 0.9503041)).sum() / 1.08883)
        return SIMD2(500 * (x - y), 200 * (y - z))
    }
}
