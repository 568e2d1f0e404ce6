import Foundation

/// The look of cross-processed film: cool shadows, yellowish lights, strong contrast in red.
///
/// A fixed colour table over unpremultiplied sRGB-encoded colour; alpha is kept. Core Image's table is not published.
/// This one is made of three weighted sums of the components, each followed by a curve with 17 knots, fitted to a
/// picture that Core Image made; the mean difference from it is 0.7 of 255, which is about the noise of the JPEG
/// file.
final class PhotoEffectProcess: CIFilter, CIPhotoEffect {
    override class var registration: CIFilterRegistration {
        .init(
            "CIPhotoEffectProcess",
            categories: [.colorEffect, .highDynamicRange, .interlaced, .nonSquarePixels, .video, .xmpSerializable],
            kind: .color, summary: "Gives an image the cool look of cross-processed film.")
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: false, range: 0...1) var extrapolate: Bool

    private static let encode = CIColorKernel(
        source: """
            kernel vec4 encode(__sample s) {
                vec4 c = unpremultiply(s);
                return premultiply(vec4(linear_to_srgb(c.rgb), c.a));
            }
            """)

    private static let decode = CIColorKernel(
        source: """
            kernel vec4 decode(__sample s) {
                vec4 c = unpremultiply(s);
                return premultiply(vec4(srgb_to_linear(c.rgb), c.a));
            }
            """)

    override var outputImage: CIImage? {
        guard let inputImage, let encode = Self.encode, let decode = Self.decode else { return nil }
        return decode.apply(to: encode.apply(to: inputImage).lookedUp(in: Self.table, extrapolate: extrapolate))
    }

    private static let table = ColorTable(dimension: 33) { color in
        func component(_ weights: SIMD3<Float>, _ curve: [Float]) -> Float {
            let place = min(max((color * weights).sum(), 0), 1) * Float(curve.count - 1)
            let knot = min(Int(place), curve.count - 2)
            return curve[knot] + (curve[knot + 1] - curve[knot]) * (place - Float(knot))
        }
        return SIMD4(component(redWeights, red), component(greenWeights, green), component(blueWeights, blue), 1)
    }

    private static let redWeights = SIMD3<Float>(0.9437, -0.0109, 0.0672)
    private static let greenWeights = SIMD3<Float>(0.0817, 0.8873, 0.0310)
    private static let blueWeights = SIMD3<Float>(-0.0529, 0.1252, 0.9277)
    private static let red: [Float] = [
        0.0053, 0.0069, 0.0105, 0.0111, 0.0118, 0.0166, 0.0529, 0.2105, 0.3332, 0.4888, 0.6283, 0.7175, 0.8076, 0.8830,
        0.9427, 0.9944, 1,
    ]
    private static let green: [Float] = [
        0, 0.0611, 0.1230, 0.1924, 0.2906, 0.3728, 0.4622, 0.5442, 0.6166, 0.6818, 0.7032, 0.7559, 0.8095, 0.8590,
        0.9071, 0.9570, 1,
    ]
    private static let blue: [Float] = [
        0.2859, 0.1786, 0.2461, 0.3109, 0.3783, 0.4217, 0.4755, 0.5187, 0.5548, 0.5856, 0.6121, 0.6370, 0.6700, 0.7085,
        0.7545, 0.8045, 0.8583,
    ]
}

extension CIFilter {
    /// A filter with the look of cross-processed film.
    public class func photoEffectProcess() -> any CIFilter & CIPhotoEffect { PhotoEffectProcess() }
}
