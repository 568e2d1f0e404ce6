import CoreImage
import Foundation
import Testing

extension FilterOracle {
    /// He, Sun and Tang's equations (5), (6) and (8) with a gray guide, window by window, with edge pixels repeated.
    /// The tolerance is two steps of the half floats in which pixels are stored between passes.
    static let guidedFilter = FilterOracle("CIGuidedFilter", .formula) {
        for (factor, radius, epsilon) in [(1, 1, 1e-4), (2, 1, 1e-4), (2, 3, 0.1), (3, 2, 1e-2), (1, 0, 1e-4)] {
            let pictures = GuidedPictures(factor: factor)
            let image = pictures.small.image.applyingFilter(
                "CIGuidedFilter",
                parameters: [
                    "inputGuideImage": pictures.guide.image, "inputRadius": radius, "inputEpsilon": epsilon,
                ])
            #expect(image.extent == pictures.guide.bounds)
            let lines = GuidedLines(pictures: pictures, radius: radius, epsilon: epsilon)
            try expect(image, in: pictures.guide.bounds.insetBy(dx: -1, dy: -1), tolerance: 4e-3) { x, y in
                guard pictures.guide.bounds.contains(pixelCenter(x, y)) else { return .zero }
                let place = pictures.place(pixelCenter(x, y))
                let slope = pictures.small.bilinear(at: place) { lines.mean($0, $1).slope }
                let intercept = pictures.small.bilinear(at: place) { lines.mean($0, $1).intercept }
                var result = slope * Float(GuidedLines.luminance(pictures.guide[x, y])) + intercept
                result.w = min(max(result.w, 0), 1)
                return result
            }
        }
    }
}

/// The fitted lines of all windows of a small picture, including windows beyond its edges.
private final class GuidedLines {
    let pictures: GuidedPictures
    let radius: Int
    let epsilon: Double
    private var known: [SIMD2<Int>: (SIMD4<Double>, SIMD4<Double>)] = [:]

    init(pictures: GuidedPictures, radius: Int, epsilon: Double) {
        (self.pictures, self.radius, self.epsilon) = (pictures, radius, epsilon)
    }

    static func luminance(_ pixel: SIMD4<Float>) -> Double {
        0.2126 * Double(pixel.x) + 0.7152 * Double(pixel.y) + 0.0722 * Double(pixel.z)
    }

    private func window(_ column: Int, _ row: Int) -> [(Int, Int)] {
        (row - radius...row + radius).flatMap { y in (column - radius...column + radius).map { ($0, y) } }
    }

    private func line(_ column: Int, _ row: Int) -> (SIMD4<Double>, SIMD4<Double>) {
        if let line = known[SIMD2(column, row)] { return line }
        let small = pictures.small
        let pixels = window(column, row).map { x, y in
            let (i, j) = (
                min(max(x, small.x), small.x + small.width - 1), min(max(y, small.y), small.y + small.height - 1)
            )
            return (guide: Self.luminance(pictures.guideMean(i, j)), image: SIMD4<Double>(small[i, j]))
        }
        let count = Double(pixels.count)
        let guide = pixels.reduce(0) { $0 + $1.guide } / count
        let image = pixels.reduce(SIMD4<Double>.zero) { $0 + $1.image } / count
        let variance = pixels.reduce(0) { $0 + ($1.guide - guide) * ($1.guide - guide) } / count
        let covariance = pixels.reduce(SIMD4<Double>.zero) { $0 + ($1.image - image) * ($1.guide - guide) } / count
        let slope = covariance / (variance + epsilon)
        known[SIMD2(column, row)] = (slope, image - slope * guide)
        return (slope, image - slope * guide)
    }

    func mean(_ column: Int, _ row: Int) -> (slope: SIMD4<Float>, intercept: SIMD4<Float>) {
        let lines = window(column, row).map { line($0, $1) }
        let sum = lines.reduce((SIMD4<Double>.zero, SIMD4<Double>.zero)) { ($0.0 + $1.0, $0.1 + $1.1) }
        return (SIMD4<Float>(sum.0 / Double(lines.count)), SIMD4<Float>(sum.1 / Double(lines.count)))
    }
}
