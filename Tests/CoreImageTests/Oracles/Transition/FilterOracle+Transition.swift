import CoreImage
import Foundation
import Testing

extension FilterOracle {
    /// The source of all transitions here.
    static let leaving = PixelGrid.colorful(x: -5, y: 2, width: 22, height: 17)

    /// Their target, which lies elsewhere and has other colours where both overlap.
    static let arriving: PixelGrid = {
        let exchanged = PixelGrid.colorful(x: -4, y: -2, width: 18, height: 24)
        return PixelGrid(x: -2, y: -4, width: 24, height: 18) { x, y in exchanged[y, x] }
    }()

    /// Returns an oracle for a transition from `leaving` to `arriving`. Each pixel in the union of both must follow the
    /// formula, and the extent must be the expected one.
    ///
    /// - Parameters:
    ///   - extent: The expected extent; the union of both pictures by default.
    ///   - settings: Values by input key. Both images are added.
    ///   - pixel: Returns the expected premultiplied pixel for the setting and the pixel's centre; nil where rounding
    ///     decides between two.
    static func transitionOracle(
        _ filter: String, _ evidence: Evidence, tolerance: Float = warpTolerance,
        extent: CGRect = leaving.bounds.union(arriving.bounds),
        settings: @autoclosure @escaping @Sendable () -> [[String: Any]],
        pixel: @escaping @Sendable (_ setting: [String: Any], _ point: CGPoint) -> SIMD4<Float>?
    ) -> FilterOracle {
        FilterOracle(filter, evidence, settings: settings()) {
            let union = leaving.bounds.union(arriving.bounds)
            for (index, setting) in settings().enumerated() {
                let images = [kCIInputImageKey: leaving.image, kCIInputTargetImageKey: arriving.image]
                let parameters = setting.merging(images) { $1 }
                let image = try #require(CIFilter(name: filter, parameters: parameters)?.outputImage)
                guard image.extent == extent else { throw ExtentMismatch(found: image.extent, expected: extent) }
                let rendered = try PixelGrid(rendering: image, in: union)
                for row in rendered.y..<rendered.y + rendered.height {
                    for column in rendered.x..<rendered.x + rendered.width {
                        let point = pixelCenter(column, row)
                        guard let wanted = extent.contains(point) ? pixel(setting, point) : .zero else { continue }
                        let found = rendered[column, row]
                        guard (0..<4).allSatisfy({ abs(found[$0] - wanted[$0]) <= tolerance }) else {
                            Issue.record("\(setting): (\(column), \(row)) is \(found), expected \(wanted)")
                            return
                        }
                    }
                }
                if index < 2 { try expectSameInParts(image, in: union, part: 8) }
            }
        }
    }

    /// Returns the source's share in a band that sweeps over a setting's extent, from 0 at the band's end to 1 at its
    /// beginning.
    static func band(_ setting: [String: Any], at point: CGPoint, progress: Double) -> Double {
        let (angle, time) = (setting.number(kCIInputAngleKey), setting.number(kCIInputTimeKey))
        let width = setting.number(kCIInputWidthKey)
        let swept = interval(setting.rectangle(kCIInputExtentKey), angle)
        let whole = interval(leaving.bounds.union(arriving.bounds), angle)
        var back = (1 - progress) * (swept.low - width) + progress * swept.high
        if time < 1.0 / 16, whole.low < swept.low { back -= (swept.low - whole.low) * (1 - time * 16) }
        if time > 15.0 / 16, whole.high > swept.high { back += (whole.high - swept.high) * (1 - (1 - time) * 16) }
        let place = point.x * cos(angle) + point.y * sin(angle)
        return min(max((place - back) / width, 0), 1)
    }

    /// Returns the interval of a rectangle along a direction.
    static func interval(_ rectangle: CGRect, _ angle: Double) -> (low: Double, high: Double) {
        let middle = rectangle.midX * cos(angle) + rectangle.midY * sin(angle)
        let half = (rectangle.width * abs(cos(angle)) + rectangle.height * abs(sin(angle))) / 2
        return (middle - half, middle + half)
    }

    /// Returns a mix with a share of the first pixel.
    static func mixed(_ first: SIMD4<Float>, _ second: SIMD4<Float>, share: Double) -> SIMD4<Float> {
        second + (first - second) * Float(share)
    }

    /// Returns the pixel of a picture that contains a point.
    static func pixel(_ grid: PixelGrid, _ point: CGPoint) -> SIMD4<Float> {
        grid[Int(point.x.rounded(.down)), Int(point.y.rounded(.down))]
    }
}

extension [String: Any] {
    /// A rectangle of a setting.
    func rectangle(_ key: String) -> CGRect {
        guard let vector = self[key] as? CIVector else { return .null }
        return CGRect(x: vector.x, y: vector.y, width: vector.z, height: vector.w)
    }
}
