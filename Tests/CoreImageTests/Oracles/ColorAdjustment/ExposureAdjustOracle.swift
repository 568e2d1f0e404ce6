import Foundation

extension FilterOracle {
    /// Photography's definition of a stop: every EV doubles the light.
    static let exposureAdjust = colorOracle(
        "CIExposureAdjust", tolerance: 2e-3,
        settings: [["inputEV": 0.0], ["inputEV": 1.0], ["inputEV": -2.5], ["inputEV": 4.0], ["inputEV": -10.0]]
    ) { color, setting in
        color.mapping { $0 * pow(2, setting.number("inputEV")) }
    }
}
