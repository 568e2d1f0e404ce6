import CoreImage
import Foundation
import TestSupport
import Testing

extension FilterOracle {
    /// Joint bilateral upsampling by Kopf and others, over all pixels of the small picture. Where the kernel ends and
    /// the unit of sigma are this project's choice.
    static let edgePreserveUpsampleFilter = FilterOracle("CIEdgePreserveUpsampleFilter", .properties) {
        for (factor, sigma, lumaSigma) in [(2, 3.0, 0.15), (3, 0.8, 0.3), (1, 1.5, 0.05), (2, 5, 1), (2, 0.1, 0.15)] {
            let pictures = GuidedPictures(factor: factor)
            let image = pictures.guide.image.applyingFilter(
                "CIEdgePreserveUpsampleFilter",
                parameters: [
                    "inputSmallImage": pictures.small.image, "inputSpatialSigma": sigma, "inputLumaSigma": lumaSigma,
                ])
            #expect(image.extent == pictures.guide.bounds)
            try expect(image, in: pictures.guide.bounds.insetBy(dx: -1, dy: -1), tolerance: 2e-3) { x, y in
                guard pictures.guide.bounds.contains(pixelCenter(x, y)) else { return .zero }
                return upsampled(pictures, x, y, max(sigma / Double(factor), 0.5), lumaSigma)
            }
        }
    }

    private static func upsampled(
        _ pictures: GuidedPictures, _ x: Int, _ y: Int, _ sigma: Double, _ lumaSigma: Double
    ) -> SIMD4<Float> {
        func luma(_ pixel: SIMD4<Float>) -> Double {
            func encoded(_ value: Float) -> Double { SRGBFormula.encoded(Double(value)) }
            return 0.2126 * encoded(pixel.x) + 0.7152 * encoded(pixel.y) + 0.0722 * encoded(pixel.z)
        }
        let place = pictures.place(pixelCenter(x, y))
        let own = luma(pictures.guide[x, y])
        let end = max(2 * sigma, 2)
        var (sum, total) = (SIMD4<Double>.zero, 0.0)
        for row in pictures.small.y..<pictures.small.y + pictures.small.height {
            for column in pictures.small.x..<pictures.small.x + pictures.small.width {
                let q = pixelCenter(column, row)
                let distance = hypot(q.x - place.x, q.y - place.y)
                if distance >= end { continue }
                let spatial = exp(-distance * distance / (2 * sigma * sigma)) - exp(-end * end / (2 * sigma * sigma))
                let difference = luma(pictures.guideMean(column, row)) - own
                let weight = spatial * max(exp(-difference * difference / (2 * lumaSigma * lumaSigma)), 1e-12)
                sum += SIMD4<Double>(pictures.small[column, row]) * weight
                total += weight
            }
        }
        return SIMD4<Float>(sum / total)
    }
}
