import CoreImageEssentials
import Foundation

/// Changes the white balance so that a face gets the colour of skin in white light.
///
/// `rgb · (t / o)^strength · k` on linear working-space colour: o is the face's present colour, t its wanted colour,
/// and k keeps the luminance of gray (Rec. 709). Both colours have luma 1. o is given by its I and Q (`YIQColor`); t is
/// `SkinColor`'s typical colour for the warmth. Gray objects change as much as the face does, because the same light
/// falls on them.
///
/// Alpha is kept, nothing is clamped. Core Image's formula isn't published; this one is ours, for the inputs that Core
/// Image's filter is known to have. I and Q are clamped to −2…2, the face's components to at least 1/20, strength and
/// warmth to 0…1; NaN counts as the default. By default the face is skin of middle warmth, which changes nothing. Like
/// Core Image's filter, this one has no typed API and is in no category.
package class FaceBalance: CIFilter {
    package override class var registration: CIFilterRegistration {
        .init(
            "CIFaceBalance", categories: [], kind: .color,
            summary: "Changes the white balance so that a face gets the colour of skin.", status: .ours)
    }

    @CIInput var inputImage: CIImage?
    @CIInput("inputOrigI", default: standard.i) package var originalI: Double
    @CIInput("inputOrigQ", default: standard.q) package var originalQ: Double
    @CIInput("inputStrength", default: 0.5, range: 0...1, slider: 0...1, identity: 0) package var strength: Double
    @CIInput("inputWarmth", default: 0.5, range: 0...1, slider: 0...1) package var warmth: Double

    private static let standard = SkinColor.typical(warmth: 0.5)

    private static let kernel = CIColorKernel(
        "kernel vec4 faceBalance(__sample image, vec3 gain) { return vec4(image.rgb * gain, image.a); }")

    package override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        let warmth = min(max(warmth.isNaN ? 0.5 : warmth, 0), 1)
        let strength = min(max(strength.isNaN ? 0.5 : strength, 0), 1)
        let given = YIQColor(
            i: Self.clamped(originalI, or: Self.standard.i), q: Self.clamped(originalQ, or: Self.standard.q))
        let gain = Self.gain(from: given, toWarmth: warmth, strength: strength)
        return Self.kernel.apply(to: inputImage, CIVector(x: gain.x, y: gain.y, z: gain.z))
    }

    /// Returns the factors of red, green and blue.
    private static func gain(from face: YIQColor, toWarmth warmth: Double, strength: Double) -> SIMD3<Double> {
        let (original, wanted) = (face.linear, SkinColor.typical(warmth: warmth).linear)
        var gain = SIMD3<Double>()
        for component in 0..<3 { gain[component] = pow(wanted[component] / max(original[component], 0.05), strength) }
        return gain / (gain * SIMD3(0.2126, 0.7152, 0.0722)).sum()
    }

    private static func clamped(_ number: Double, or fallback: Double) -> Double {
        number.isNaN ? fallback : min(max(number, -2), 2)
    }
}
