import CoreImage
import Testing

extension FilterOracle {
    /// Returns an oracle for a filter whose pixels depend on those around them.
    ///
    /// On a picture with transparency and colours outside 0…1, the extent must be the expected one, and the pixels in
    /// and around the picture must be those that the formula computes from premultiplied pixels.
    ///
    /// - Parameters:
    ///   - grows: Returns by how many pixels the extent grows to the left and right, and below and above.
    ///   - extent: Returns the expected extent if it doesn't grow equally on both sides.
    static func neighbourhoodOracle(
        _ filter: String, _ evidence: Evidence = .formula, tolerance: Float = 1e-4,
        settings: @autoclosure @escaping @Sendable () -> [[String: Any]] = [[:]],
        picture: PixelGrid = .colorful(x: 3, y: -2, width: 12, height: 9),
        grows: @escaping @Sendable (_ setting: [String: Any]) -> (CGFloat, CGFloat) = { _ in (0, 0) },
        extent: @escaping @Sendable (_ setting: [String: Any]) -> CGRect? = { _ in nil },
        formula:
            @escaping @Sendable (_ picture: PixelGrid, _ setting: [String: Any], _ x: Int, _ y: Int) ->
            SIMD4<Float>
    ) -> FilterOracle {
        FilterOracle(filter, evidence, settings: settings()) {
            for setting in settings() {
                let image = picture.image.applyingFilter(filter, parameters: setting)
                let (x, y) = grows(setting)
                let extent = extent(setting) ?? picture.bounds.insetBy(dx: -x, dy: -y)
                guard image.extent == extent else { throw ExtentMismatch(found: image.extent, expected: extent) }
                // Of a wide margin the part next to the picture is enough.
                let window = extent.intersection(picture.bounds.insetBy(dx: -7, dy: -7))
                try expect(image, in: window, tolerance: tolerance) { formula(picture, setting, $0, $1) }
            }
        }
    }

    /// Returns the weighted sum of the pixels at all offsets in two ranges.
    static func weightedSum(
        _ picture: PixelGrid, _ x: Int, _ y: Int, columns: ClosedRange<Int>, rows: ClosedRange<Int>,
        weight: (_ column: Int, _ row: Int) -> Double
    ) -> SIMD4<Float> {
        var sum = SIMD4<Double>.zero
        for row in rows {
            for column in columns { sum += SIMD4<Double>(picture[x + column, y + row]) * weight(column, row) }
        }
        return SIMD4<Float>(sum)
    }

    /// Returns the minimum or maximum of each component over a neighbourhood.
    static func extremum(
        _ picture: PixelGrid, _ x: Int, _ y: Int, columns: Int, rows: Int, smallest: Bool,
        contains: (_ column: Int, _ row: Int) -> Bool = { _, _ in true }
    ) -> SIMD4<Float> {
        var result = picture[x, y]
        for row in -rows...rows {
            for column in -columns...columns where contains(column, row) {
                let pixel = picture[x + column, y + row]
                for i in 0..<4 { result[i] = smallest ? min(result[i], pixel[i]) : max(result[i], pixel[i]) }
            }
        }
        return result
    }
}
