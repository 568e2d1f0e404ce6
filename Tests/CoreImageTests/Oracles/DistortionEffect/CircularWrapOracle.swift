import CoreImage
import Foundation

extension FilterOracle {
    /// Rows become circles, and the width one full turn, clockwise from below. The details are this project's choice.
    static let circularWrap = distortionOracle(
        "CICircularWrap",
        settings: [
            round(2.5, 6, radius: 4, ["inputAngle": 0]), round(-5, 3.3, radius: 9, ["inputAngle": 1.3]),
            round(2, 6, radius: 0, ["inputAngle": -4]), round(30, 6, radius: 20, ["inputAngle": 0.2]),
        ], slack: 4
    ) { setting, point in
        let (distance, azimuth) = setting.polar(point)
        let inner = setting.number(kCIInputRadiusKey)
        let outer = inner + Double(warped.height)
        let coverage = min(max(distance - inner + 0.5, 0), 1) * min(max(outer - distance + 0.5, 0), 1)
        // The direction clockwise from the image's middle, which is above the centre turned by the angle.
        let clockwise = remainder(.pi / 2 + setting.number(kCIInputAngleKey) - azimuth, 2 * .pi) / (2 * .pi)
        // At the seam between both edges, rounding decides.
        if abs(clockwise) > 0.5 - 1e-6 { return nil }
        let place = CGPoint(
            x: Double(warped.x) + Double(warped.width) * (clockwise + 0.5), y: Double(warped.y) + distance - inner)
        return warped.bilinear(at: place) { warped.clamped($0, $1) } * Float(coverage)
    }
}
