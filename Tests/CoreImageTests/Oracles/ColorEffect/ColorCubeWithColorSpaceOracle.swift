import CoreImage
import Foundation
import TestSupport

extension FilterOracle {
    /// The cube applied to components of a colour space, converted by the spaces' published formulas. Sources: Core
    /// Image Filter Reference, IEC 61966-2-1, SMPTE EG 432-1.
    static let colorCubeWithColorSpace = colorOracle(
        "CIColorCubeWithColorSpace",
        settings: [[:]]
            + [nil, CGColorSpace.sRGB, CGColorSpace.displayP3, CGColorSpace.extendedLinearSRGB].flatMap { name in
                [ColorCubeEntries.fine.setting(), ColorCubeEntries.transparent.setting(extrapolate: true)].map {
                    setting in
                    var setting = setting
                    setting["inputColorSpace"] = name.flatMap { CGColorSpace(name: $0) }
                    return setting
                }
            }
    ) { color, setting in
        let size = setting["inputCubeDimension"] as? Int
        let cubes = [ColorCubeEntries.fine, .transparent]
        guard let cube = cubes.first(where: { $0.size == size }) else { return color.mapping { min(max($0, 0), 1) } }
        let extrapolate = setting["inputExtrapolate"] as? Bool ?? false
        return color.changed(in: (setting["inputColorSpace"] as? CGColorSpace)?.name) {
            cube.color($0, extrapolate: extrapolate)
        }
    }
}

extension PlainColor {
    /// Applies a formula to the components in a named colour space, from and to linear sRGB; in linear sRGB without a
    /// name.
    func changed(in space: String?, _ change: (PlainColor) -> PlainColor) -> PlainColor {
        switch space {
        case CGColorSpace.sRGB: change(mapping(SRGBFormula.encoded)).mapping(SRGBFormula.decoded)
        case CGColorSpace.displayP3:
            change(multiplied(Self.toDisplayP3).mapping(SRGBFormula.encoded)).mapping(SRGBFormula.decoded)
                .multiplied(Self.fromDisplayP3)
        default: change(self)
        }
    }

    // Both spaces have the white point D65, so that no adaptation is needed between the matrices of their primaries.
    private static let toDisplayP3 = [
        [0.822461969, 0.177538031, 0], [0.033194199, 0.966805801, 0], [0.017082631, 0.072397440, 0.910519929],
    ]
    private static let fromDisplayP3 = [
        [1.224940176, -0.224940176, 0], [-0.042056955, 1.042056955, 0], [-0.019637555, -0.078636046, 1.098273600],
    ]

    private func multiplied(_ rows: [[Double]]) -> PlainColor {
        PlainColor(
            weighted(rows[0][0], rows[0][1], rows[0][2]), weighted(rows[1][0], rows[1][1], rows[1][2]),
            weighted(rows[2][0], rows[2][1], rows[2][2]), alpha)
    }

}
