import CoreImageEssentials
import Foundation

/// Adapts colours from one white to another (white balance): a white that the image shows as `neutral` becomes
/// `targetNeutral`.
///
/// Whites are given as (temperature in kelvins, tint) or, if both numbers lie between 0 and 1, as CIE 1931
/// chromaticity. A temperature is a black body's. The tint moves it along its isotherm in CIE 1960 (u, v) by 1/3000 a
/// unit, towards green for positive numbers. Colours are adapted by von Kries' rule in Bradford's cone space: a 3×3
/// matrix on linear working-space colour, which can be merged with the matrices of neighbouring filters. Alpha is kept,
/// nothing is clamped. So a lower target temperature or a higher neutral one makes the image warmer, and equal whites
/// change nothing.
///
/// Core Image doesn't publish its adaptation. The matrix reproduces a third party's samples of it, from 6500 to 5100
/// and to 8200, with a mean difference of 0.4 of 255 and a largest one of 2.6. The direction of the tint is the one
/// that others observed, its scale that of raw converters. Numbers that aren't finite count as the default's.
/// Temperatures below 1667 count as 1667, and tints are clamped to ±200. Sources: Robertson (1968), Lam (1985).
package class TemperatureAndTint: CIFilter, CITemperatureAndTint {
    package override class var registration: CIFilterRegistration {
        .init(
            "CITemperatureAndTint", displayName: "Temperature and Tint",
            categories: [.colorAdjustment, .highDynamicRange, .interlaced, .nonSquarePixels, .video],
            kind: .color, summary: "Changes the white balance: one white becomes another.",
            status: .fitted(mean: 0.59, percentile99: 5))
    }

    @CIInput package var inputImage: CIImage?
    @CIInput(default: daylight, identity: daylight, type: kCIAttributeTypeOffset) package var neutral: CIVector
    @CIInput(default: daylight, identity: daylight, type: kCIAttributeTypeOffset) package var targetNeutral: CIVector

    private static let daylight = CIVector(x: 6500, y: 0)

    private static let kernel = CIColorKernel(
        """
        kernel vec4 adapt(__sample image, vec3 red, vec3 green, vec3 blue) {
            return vec4(dot(image.rgb, red), dot(image.rgb, green), dot(image.rgb, blue), image.a);
        }
        """)

    package override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        let (source, target) = (Self.white(neutral), Self.white(targetNeutral))
        if source == target { return inputImage }
        let rows = ChromaticAdaptation(from: source, to: target).rows.map { CIVector(x: $0.x, y: $0.y, z: $0.z) }
        return Self.kernel.apply(to: inputImage, rows[0], rows[1], rows[2])
    }

    private static func white(_ vector: CIVector) -> WhitePoint {
        let (x, y) = (Double(vector.x.finite(or: daylight.x)), Double(vector.y.finite(or: daylight.y)))
        if 0 < x, x < 1, 0 < y, y < 1 { return WhitePoint(x: x, y: max(y, 0.01)) }
        return WhitePoint(temperature: x, tint: min(max(y, -200), 200))
    }
}

/// Inputs of the white balance. Whites are (temperature in kelvins, tint) or CIE 1931 (x, y).
public protocol CITemperatureAndTint: CIFilterProtocol {
    /// The image to adapt.
    var inputImage: CIImage? { get set }
    /// The present white of the image.
    var neutral: CIVector { get set }
    /// The white that it becomes.
    var targetNeutral: CIVector { get set }
}

extension CIFilter {
    /// A filter that changes the white balance.
    public class func temperatureAndTint() -> any CIFilter & CITemperatureAndTint { registered(TemperatureAndTint()) }
}

extension TemperatureAndTint: CIFilterExampleProviding {
    package static var example: CIFilterExample { .init("targetNeutral=9000,0", "targetNeutral=4000,0") }
}
