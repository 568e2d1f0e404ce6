import CoreImage
import Foundation

extension FilterOracle {
    /// Cropping and the stretch of the centre follow the filter's description. The curve between is this project's
    /// choice.
    static let stretchCrop = distortionOracle(
        "CIStretchCrop",
        settings: ([
            (22, 9, 0.25, 0.25), (7, 12, 0.5, 0), (18, 20, 0, 1), (16, 4, 1, 0.3), (6, 12.5, 0, 0), (11, 9, 0.5, 0.5),
            (5, 4, 0.1, 0.7), (14, 8, .nan, .nan), (14, 8, 4, -4),
        ] as [(Double, Double, Double, Double)]).map {
            [
                "inputSize": CIVector(x: $0.0, y: $0.1), "inputCropAmount": $0.2, "inputCenterStretchAmount": $0.3,
            ]
        }, slack: 3
    ) { setting, point in
        let size = setting.point("inputSize")
        func amount(_ key: String) -> Double {
            let given = setting.number(key)
            return given.isNaN ? 0 : min(max(given, 0), 1)
        }
        let u = CGPoint(
            x: (point.x - Double(warped.x)) / size.x * 2 - 1, y: (point.y - Double(warped.y)) / size.y * 2 - 1)
        // Outside the result. Pixels that it covers in part are drawn.
        guard abs(u.x) < 1 + 0.999 / size.x, abs(u.y) < 1 + 0.999 / size.y else { return .zero }
        let (width, height) = (Double(warped.width), Double(warped.height))
        let isHigh = size.x / size.y >= width / height
        // Along the cropped axis, and the one that is stretched.
        let (own, target) = isHigh ? (height / width, size.y / size.x) : (width / height, size.x / size.y)
        let seen = 1 + (target / own - 1) * amount("inputCropAmount")
        let even = amount("inputCenterStretchAmount")
        let slope = even + (1 - even) * own * seen / target
        func curve(_ u: Double) -> Double { slope * u / (1 - u * u + slope * slope * u * u).squareRoot() }
        let place = isHigh ? CGPoint(x: curve(u.x), y: u.y * seen) : CGPoint(x: u.x * seen, y: curve(u.y))
        return warped.bilinear(
            at: CGPoint(
                x: warped.bounds.midX + place.x * width / 2, y: warped.bounds.midY + place.y * height / 2)
        ) { warped.clamped($0, $1) }
    }
}
