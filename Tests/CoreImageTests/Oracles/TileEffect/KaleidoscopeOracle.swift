import CoreImage
import Foundation
import Testing

extension FilterOracle {
    /// Directions are folded into the wedge that begins at the angle, and distances stay. The extent is the square
    /// around the circle that contains everything. A picture made by Core Image agrees, although its pixel grid is
    /// offset by a third of a pixel.
    static let kaleidoscope = FilterOracle("CIKaleidoscope", .published) {
        try foldedWedges.check()
        for setting in wedges {
            let image = warped.image.applyingFilter("CIKaleidoscope", parameters: setting)
            let center = setting.point(kCIInputCenterKey)
            let reach = warped.bounds.corners.map { hypot($0.x - center.x, $0.y - center.y) }.max() ?? 0
            #expect(abs(image.extent.midX - center.x) < 1e-9 && abs(image.extent.midY - center.y) < 1e-9)
            #expect(abs(image.extent.width / 2 - reach) < 1e-9 && abs(image.extent.height / 2 - reach) < 1e-9)
        }
        guard PublishedRenderTests.isPresent else { return }
        let published = try PublishedRenderTests.picture("8780c15068")
        let filter = CIFilter.kaleidoscope()
        filter.inputImage = try PublishedRenderTests.picture("b0e63392f4")
        (filter.count, filter.center) = (3, CGPoint(x: 100, y: 100))
        let image = try #require(filter.outputImage)
        // The published pixels are counted from the extent's upper left corner, which isn't aligned to this renderer's
        // pixels.
        let grid = image.transformed(
            by: CGAffineTransform(translationX: -image.extent.minX, y: 2024 - image.extent.maxY))
        for part in [
            CGRect(x: 900, y: 900, width: 400, height: 300), CGRect(x: 300, y: 1100, width: 300, height: 300),
        ] {
            let found = try PublishedRenderTests.difference(grid, published, in: part, published: part)
            #expect(found.mean < 1.2 && found.high <= 16, "\(found)")
        }
    }

    private static let foldedWedges = distortionOracle("CIKaleidoscope", .published, settings: wedges, slack: 100) {
        setting, point in
        let (distance, azimuth) = setting.polar(point)
        let (start, wedge) = (setting.number(kCIInputAngleKey), .pi / setting.number("inputCount"))
        var turned = azimuth - start
        while turned < 0 { turned += 2 * wedge }
        while turned > 2 * wedge { turned -= 2 * wedge }
        return warped.bilinear(at: setting.point(at: distance, start + min(turned, 2 * wedge - turned)))
    }

    private static var wedges: [[String: Any]] {
        [(3, 2.3, 6.1, 0.0), (6, -5, 3.25, 1.2), (1, 3, 5, -2.9), (2, 0, 0, 7.5), (17, 9.5, 14, 2)].map {
            count, x, y, angle in
            ["inputCount": count, kCIInputCenterKey: CIVector(x: x, y: y), kCIInputAngleKey: angle]
        }
    }
}
