import CoreImage
import Foundation
import Testing

extension FilterOracle {
    /// Returns an oracle for a filter that reduces `inputExtent` to a few pixels.
    ///
    /// For areas inside and around a picture, the result must be the formula's, rounded to floats, and nothing else,
    /// rendered at once and in parts.
    ///
    /// - Parameters:
    ///   - settings: Values of the other inputs.
    ///   - isColumn: Whether the result's pixels form a column instead of a row.
    ///   - pictures: Pictures that are reduced as a whole, besides parts of `ReducedArea.noise`.
    ///   - formula: Returns the expected pixels.
    static func areaReduction(
        _ filter: String, _ evidence: Evidence = .formula, tolerance: Float = 0,
        settings: @autoclosure @escaping @Sendable () -> [[String: Any]] = [[:]], isColumn: Bool = false,
        pictures: @autoclosure @escaping @Sendable () -> [PixelGrid] = [ReducedArea.gaps],
        formula: @escaping @Sendable (_ area: ReducedArea, _ setting: [String: Any]) -> [SIMD4<Double>]
    ) -> FilterOracle {
        FilterOracle(filter, evidence, settings: ReducedArea.rects.map { ["inputExtent": $0] }) {
            for setting in settings() {
                var cases = ReducedArea.rects.map { ($0, ReducedArea.noise) }
                cases += pictures().map { ($0.bounds, $0) }
                for (rect, picture) in cases {
                    let image = result(filter, of: picture.image, rect, setting)
                    let wanted = formula(ReducedArea(rect, of: picture), setting).map { SIMD4<Float>($0) }
                    let size = isColumn ? (1, wanted.count) : (wanted.count, 1)
                    let extent = CGRect(x: 0, y: 0, width: size.0, height: size.1)
                    guard image.extent == extent else { throw ExtentMismatch(found: image.extent, expected: extent) }
                    try expect(image, in: extent.insetBy(dx: -1, dy: -1), tolerance: tolerance) { x, y in
                        let (index, other) = isColumn ? (y, x) : (x, y)
                        return other == 0 && wanted.indices.contains(index) ? wanted[index] : .zero
                    }
                }
                let part = result(filter, of: ReducedArea.noise.image, ReducedArea.rects[2], setting)
                try expectSameInParts(part, in: part.extent.insetBy(dx: -2, dy: -2), part: 7)
                try expectEndless(filter, setting, tolerance: max(tolerance, 1e-6), formula: formula)
            }
            for rect in [CGRect.zero, .null, CGRect(x: 3, y: 3, width: 0, height: 4)] {
                #expect(result(filter, of: ReducedArea.noise.image, rect, [:]).extent.isEmpty, "\(rect)")
            }
        }
    }

    /// Checks that a part of an infinite image has a result, and that all of it is an error that names the extent.
    private static func expectEndless(
        _ filter: String, _ setting: [String: Any], tolerance: Float,
        formula: (_ area: ReducedArea, _ setting: [String: Any]) -> [SIMD4<Double>]
    ) throws {
        let magenta = CIImage(color: CIColor(red: 1, green: 0, blue: 1))
        let rect = CGRect(x: -3, y: 2, width: 5, height: 1)
        let wanted = formula(
            ReducedArea(rect, of: PixelGrid(x: -3, y: 2, width: 5, height: 1) { _, _ in SIMD4(1, 0, 1, 1) }), setting)
        let part = result(filter, of: magenta, rect, setting)
        try expect(part, in: CGRect(x: 0, y: 0, width: 1, height: 1), tolerance: tolerance) { _, _ in
            SIMD4<Float>(wanted[0])
        }
        let all = result(filter, of: magenta, .infinite, setting)
        let error = #expect(throws: CIFilterError.self) {
            try PixelGrid(rendering: all, in: CGRect(x: 0, y: 0, width: 1, height: 1))
        }
        #expect(error.map { "\($0)".contains("inputExtent") } == true)
    }

    private static func result(
        _ filter: String, of image: CIImage, _ rect: CGRect, _ setting: [String: Any]
    ) -> CIImage {
        image.applyingFilter(filter, parameters: setting.merging(["inputExtent": rect]) { $1 })
    }
}
