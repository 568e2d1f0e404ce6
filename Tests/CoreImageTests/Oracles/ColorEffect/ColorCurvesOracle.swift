import CoreImage
import Foundation
import TestSupport

extension FilterOracle {
    /// Apple's definition, with linear interpolation: each component is looked up in its column, in the table's colour
    /// space.
    static let colorCurves = colorOracle(
        "CIColorCurves",
        settings: [
            [:],
            ["inputCurvesData": curvesData(bent), "inputCurvesDomain": CIVector(x: -0.2, y: 1.3)],
            ["inputCurvesData": curvesData(bent.reversed()), "inputCurvesDomain": CIVector(x: 1, y: 0)],
            [
                "inputCurvesData": curvesData(bent),
                "inputColorSpace": CGColorSpace(name: CGColorSpace.extendedSRGB) as Any,
            ],
        ]
    ) { color, setting in
        let table = setting["inputCurvesData"] == nil ? [SIMD3(0, 0, 0), SIMD3(0.5, 0.5, 0.5), SIMD3(1, 1, 1)] : bent
        let (low, high) =
            setting["inputCurvesDomain"] is CIVector && setting.point("inputCurvesDomain").x < 0
            ? (-0.2, 1.3) : (0.0, 1.0)
        let isEncoded = setting["inputColorSpace"] != nil
        func curved(_ component: Int, _ light: Double) -> Double {
            let number = isEncoded ? SRGBFormula.encoded(light) : light
            let place = min(max((number - low) / (high - low), 0), 1) * Double(table.count - 1)
            let entry = min(Int(place), table.count - 2)
            let (a, b) = (table[entry][component], table[entry + 1][component])
            let result = a + (b - a) * (place - Double(entry))
            return isEncoded ? SRGBFormula.decoded(result) : result
        }
        return PlainColor(curved(0, color.red), curved(1, color.green), curved(2, color.blue), color.alpha)
    }

    private static let bent = [
        SIMD3(0.1, 1.0, -0.2), SIMD3(0.15, 0.7, 0.3), SIMD3(0.6, 0.65, 0.2), SIMD3(0.7, 0.1, 1.4), SIMD3(0.95, 0, 1.5),
        SIMD3(0.2, 0.05, 0.9),
    ]

    private static func curvesData(_ triples: [SIMD3<Double>]) -> Data {
        triples.flatMap { [Float($0.x), Float($0.y), Float($0.z)] }.withUnsafeBytes { Data($0) }
    }
}
