import CoreImage
import Foundation

extension FilterOracle {
    /// A power of each component that keeps the sign.
    static let gammaAdjust = colorOracle(
        "CIGammaAdjust", tolerance: 1e-3,
        settings: [1, 0.25, 2.2, 4, 0.75].map { ["inputPower": $0] }
    ) { color, setting in
        let power = setting.number("inputPower")
        return color.mapping { $0 < 0 ? -pow(-$0, power) : pow($0, power) }
    }
}
