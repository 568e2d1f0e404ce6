import CoreImageEssentials
import Foundation

/// A shallow depth of field: the image is sharp and colourful on the line between two points, and increasingly blurred
/// with the distance from it.
///
/// The part in focus is the image after `CIColorControls` with the saturation and `CIUnsharpMask` with radius and
/// intensity. The part out of focus is the image blurred by a Gaussian of standard deviation `radius` pixels, edge
/// pixels repeated. With d the distance from the line between the points, divided by its length,
/// `t = smoothstep(1/8, 1/2, d)` mixes from the first through a blur of half the radius to the second, so that the blur
/// grows instead of a blurred copy fading in. Premultiplied linear working-space colours are mixed. The extent stays.
///
/// The steps and their inputs are the documented ones; how the blur grows isn't published, and is ours. Coordinates
/// that aren't finite count as 0. Points that coincide are in focus, with a line of one pixel's length. Numbers below
/// 0, and those that aren't finite, count as 0, and a saturation that isn't finite as 1.
class DepthOfField: CIFilter, CIDepthOfField {
    override class var registration: CIFilterRegistration {
        .init(
            "CIDepthOfField", displayName: "Depth of Field", categories: [.stylize, .video], kind: .general,
            summary: "Keeps a line in focus and blurs the rest.", status: .ours)
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: CGPoint(x: 0, y: 300)) var point0: CGPoint
    @CIInput(default: CGPoint(x: 300, y: 300)) var point1: CGPoint
    @CIInput(default: 1.5, min: 0, slider: 0...10, nonFinite: 1) var saturation: Float
    @CIInput(default: 2.5, min: 0, slider: 0...10) var unsharpMaskRadius: Float
    @CIInput(default: 0.5, min: 0, slider: 0...10) var unsharpMaskIntensity: Float
    @CIInput(default: 6, min: 0, slider: 0...30) var radius: Float

    private static let kernel = CIColorKernel(
        """
        kernel vec4 depthOfField(__sample sharp, __sample soft, __sample blurred, vec2 start, vec2 direction, float size) {
            vec2 offset = destCoord() - start;
            float along = clamp(dot(offset, direction), 0.0, size);
            float t = smoothstep(0.125, 0.5, length(offset - along * direction) / max(size, 1.0));
            return mix(mix(sharp, soft, min(2.0 * t, 1.0)), blurred, max(2.0 * t - 1.0, 0.0));
        }
        """)

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        func positive(_ value: Float) -> Float { max(value.finite(or: 0), 0) }
        let sharp =
            inputImage
            .applyingFilter("CIColorControls", parameters: [kCIInputSaturationKey: max(saturation, 0)])
            .applyingFilter(
                "CIUnsharpMask",
                parameters: [
                    kCIInputRadiusKey: positive(unsharpMaskRadius),
                    kCIInputIntensityKey: positive(unsharpMaskIntensity),
                ])
        let sigma = Double(positive(radius))
        let (start, line) = Self.line(point0, point1)
        return Self.kernel.apply(
            to: sharp, extent: inputImage.extent, inputImage.clampedAndBlurred(sigma: sigma / 2),
            inputImage.clampedAndBlurred(sigma: sigma), CIVector(cgPoint: start),
            CIVector(x: line.x, y: line.y), Float(line.length))
    }

    /// Returns the start of the line between two points, its direction and its length. Coordinates are clamped to ±10⁹,
    /// because floats can't tell places apart beyond that.
    private static func line(_ a: CGPoint, _ b: CGPoint) -> (CGPoint, (x: CGFloat, y: CGFloat, length: CGFloat)) {
        func near(_ value: CGFloat) -> CGFloat { min(max(value.finite(or: 0), -1e9), 1e9) }
        let start = CGPoint(x: near(a.x), y: near(a.y))
        let (x, y) = (near(b.x) - start.x, near(b.y) - start.y)
        let length = hypot(x, y)
        return (start, length > 0 ? (x / length, y / length, length) : (0, 0, 0))
    }
}

/// Inputs of the depth of field.
public protocol CIDepthOfField: CIFilterProtocol {
    /// The image to blur in part.
    var inputImage: CIImage? { get set }
    /// One end of the line in focus, in working space.
    var point0: CGPoint { get set }
    /// The other end of the line in focus, in working space.
    var point1: CGPoint { get set }
    /// Saturation of what is in focus, from 0; 1 leaves colours as they are.
    var saturation: Float { get set }
    /// Radius of the unsharp mask on what is in focus, in pixels, from 0.
    var unsharpMaskRadius: Float { get set }
    /// Intensity of the unsharp mask on what is in focus, from 0.
    var unsharpMaskIntensity: Float { get set }
    /// Standard deviation of the blur far from the line, in pixels, from 0.
    var radius: Float { get set }
}

extension CIFilter {
    /// A filter that keeps a line in focus and blurs the rest.
    public class func depthOfField() -> any CIFilter & CIDepthOfField { registered(DepthOfField()) }
}

extension DepthOfField: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("point0=0,110 point1=320,110 radius=12") }
}
