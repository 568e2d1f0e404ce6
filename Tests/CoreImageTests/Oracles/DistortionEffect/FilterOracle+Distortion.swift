import CoreImage
import Foundation
import Testing

extension FilterOracle {
    /// Returns an oracle for a filter that distorts `warped`.
    ///
    /// A window of the plane must follow the formula, inside and outside the extent, rendered at once and in parts. The
    /// extent must not be much larger than the visible pixels.
    ///
    /// - Parameters:
    ///   - settings: Values by input key. The image is added.
    ///   - unchanged: Settings for which the result is the image.
    ///   - slack: By how many pixels the extent may exceed the pixels that aren't transparent; `.infinity` for infinite
    ///     results.
    ///   - pixel: Returns the expected premultiplied pixel for the setting and the pixel's centre; nil where rounding
    ///     decides between two.
    static func distortionOracle(
        _ filter: String, _ evidence: Evidence = .properties,
        settings: @autoclosure @escaping @Sendable () -> [[String: Any]],
        unchanged: @autoclosure @escaping @Sendable () -> [[String: Any]] = [], slack: CGFloat = 3,
        tolerance: Float = warpTolerance, in window: CGRect = CGRect(x: -18, y: -12, width: 41, height: 37),
        pixel: @escaping @Sendable (_ setting: [String: Any], _ point: CGPoint) -> SIMD4<Float>?
    ) -> FilterOracle {
        FilterOracle(filter, evidence) {
            for (index, setting) in settings().enumerated() {
                let image = try distorted(filter, setting)
                let rendered = try PixelGrid(rendering: image, in: window)
                var visible = CGRect.null
                for row in rendered.y..<rendered.y + rendered.height {
                    for column in rendered.x..<rendered.x + rendered.width {
                        guard let wanted = pixel(setting, pixelCenter(column, row)) else { continue }
                        let found = rendered[column, row]
                        // A soft edge reaches half a pixel beyond the extent, where nothing is drawn.
                        let isSoftEdge = found == .zero && wanted.w < 0.51 && !touches(image.extent, column, row)
                        if isSoftEdge { continue }
                        guard (0..<4).allSatisfy({ abs(found[$0] - wanted[$0]) <= tolerance }) else {
                            Issue.record("\(setting): (\(column), \(row)) is \(found), expected \(wanted)")
                            return
                        }
                        if wanted != .zero {
                            visible = visible.union(CGRect(x: column, y: row, width: 1, height: 1))
                        }
                    }
                }
                #expect(image.extent.isInfinite == (slack == .infinity))
                if slack.isFinite, !visible.isNull {
                    let roomy = visible.insetBy(dx: -slack, dy: -slack)
                    #expect(
                        roomy.contains(image.extent.intersection(window)), "\(setting): \(image.extent), \(visible)")
                }
                if index < 2 { try expectSameInParts(image, in: window, part: 12) }
            }
            for setting in unchanged() {
                let image = try distorted(filter, setting)
                #expect(image.extent == warped.bounds, "\(setting)")
                // The tolerance allows for half floats between passes.
                try expect(image, in: warped.bounds.insetBy(dx: -2, dy: -2), tolerance: 5e-4) { warped[$0, $1] }
            }
        }
    }

    private static func distorted(_ filter: String, _ setting: [String: Any]) throws -> CIImage {
        let filter = try #require(CIFilter(name: filter, parameters: setting))
        filter.setValue(warped.image, forKey: kCIInputImageKey)
        return try #require(filter.outputImage)
    }

    private static func touches(_ extent: CGRect, _ column: Int, _ row: Int) -> Bool {
        extent.insetBy(dx: 1e-6, dy: 1e-6).intersects(CGRect(x: column, y: row, width: 1, height: 1))
    }

    /// A round distortion's setting.
    static func round(
        _ x: CGFloat, _ y: CGFloat, radius: Double, _ others: [String: Any] = [:]
    ) -> [String: Any] {
        others.merging([kCIInputCenterKey: CIVector(x: x, y: y), kCIInputRadiusKey: radius]) { given, _ in given }
    }
}

extension [String: Any] {
    /// Hermite's cubic from 1 at the centre to 0 at the setting's radius, level at both.
    func fading(_ distance: CGFloat) -> Double {
        let part = Swift.min(abs(distance) / number(kCIInputRadiusKey), 1)
        return (1 - part) * (1 - part) * (1 + 2 * part)
    }

    /// Returns a point's distance and direction from the setting's centre.
    func polar(_ point: CGPoint) -> (distance: CGFloat, azimuth: CGFloat) {
        let middle = self.point(kCIInputCenterKey)
        let (x, y) = (point.x - middle.x, point.y - middle.y)
        return (hypot(x, y), atan2(y, x))
    }

    /// The point at a distance and in a direction from the setting's centre.
    func point(at distance: CGFloat, _ azimuth: CGFloat) -> CGPoint {
        let middle = point(kCIInputCenterKey)
        return CGPoint(x: middle.x + distance * cos(azimuth), y: middle.y + distance * sin(azimuth))
    }
}
