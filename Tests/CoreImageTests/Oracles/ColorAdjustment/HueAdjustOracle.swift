import CoreImage
import Foundation

extension FilterOracle {
    /// The matrix of SVG's `hueRotate`, which Core Image uses according to measurements by third parties.
    static let hueAdjust = colorOracle(
        "CIHueAdjust", settings: [0, Double.pi / 3, -2, Double.pi, 3 * Double.pi].map { [kCIInputAngleKey: $0] }
    ) { color, setting in
        let angle = setting.number(kCIInputAngleKey)
        let (c, s) = (cos(angle), sin(angle))
        return PlainColor(
            color.weighted(0.213 + c * 0.787 - s * 0.213, 0.715 - c * 0.715 - s * 0.715, 0.072 - c * 0.072 + s * 0.928),
            color.weighted(0.213 - c * 0.213 + s * 0.143, 0.715 + c * 0.285 + s * 0.140, 0.072 - c * 0.072 - s * 0.283),
            color.weighted(0.213 - c * 0.213 - s * 0.787, 0.715 - c * 0.715 + s * 0.715, 0.072 + c * 0.928 + s * 0.072),
            color.alpha)
    }
}
