import CoreImage
import Testing

extension FilterOracle {
    /// The first pixel with the smallest alpha, in blocks of 64 × 64 pixels.
    static let areaMinimumAlpha = areaReduction("CIAreaMinimumAlpha", pictures: [fading(from: 1)]) {
        area, _ in
        [SIMD4<Double>(area.firstInBlocks { $0.w < $1.w })]
    }
}
