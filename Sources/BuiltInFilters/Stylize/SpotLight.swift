import CoreImageEssentials
import Foundation

/// A spotlight that shines on the image from a point above it; unlit parts are transparent.
///
/// With θ the angle between the light's axis, from its position to the point that it is turned to, and the ray to the
/// pixel, the light is `brightness · max(cos θ, 0)^(1 / concentration)`. The premultiplied linear working-space colour
/// is multiplied by the light and the light's colour, and alpha by the light, at most 1, so that the image fades where
/// the light fades. Positions are in working space; the third coordinate is the height above the image. The extent
/// stays.
///
/// Sources: the filter's own description, and the identity that Core Image reports, brightness 1 and concentration 20,
/// at which the light is nearly even; the exponent is ours. Coordinates that aren't finite count as 0, and a light that
/// points at itself shines straight down. Concentrations below 0.001 count as 0.001, and a brightness below 0 as 0.
class SpotLight: CIFilter, CISpotLight {
    override class var registration: CIFilterRegistration {
        .init(
            "CISpotLight", categories: [.stylize, .highDynamicRange, .video], kind: .color,
            summary: "Shines a spotlight on an image.", status: .ours)
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: CIVector(x: 400, y: 600, z: 150), type: kCIAttributeTypePosition3) var lightPosition: CIVector
    @CIInput(default: CIVector(x: 200, y: 200, z: 0), type: kCIAttributeTypePosition3) var lightPointsAt: CIVector
    @CIInput(default: 3, min: 0, slider: 0...10, identity: 1, nonFinite: 0, type: kCIAttributeTypeDistance)
    var brightness: Float
    @CIInput(default: 0.1, min: 0.001, slider: 0.001...1.5, identity: 20, nonFinite: 0.001) var concentration: Float
    @CIInput(default: CIColor(red: 1, green: 1, blue: 1), type: kCIAttributeTypeOpaqueColor) var color: CIColor

    private static let kernel = CIColorKernel(
        """
        kernel vec4 spotLight(
            __sample image, vec3 position, vec3 axis, float brightness, float exponent, __color color
        ) {
            vec3 ray = vec3(destCoord(), 0.0) - position;
            float distance = length(ray);
            // A light at the pixel's own position lights it fully.
            float cosine = distance > 0.0 ? clamp(dot(ray, axis) / distance, 0.0, 1.0) : 1.0;
            float light = cosine > 0.0 ? brightness * pow(cosine, exponent) : 0.0;
            return image * vec4(color.rgb * light, min(light, 1.0));
        }
        """)

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        let place = Self.point(lightPosition)
        var axis = Self.point(lightPointsAt) - place
        let length = (axis * axis).sum().squareRoot()
        axis = length > 0 ? axis / length : [0, 0, -1]
        return Self.kernel.apply(
            to: inputImage, CIVector(x: place.x, y: place.y, z: place.z), CIVector(x: axis.x, y: axis.y, z: axis.z),
            max(brightness, 0), 1 / max(concentration, 0.001), color)
    }

    /// Returns a position with coordinates clamped to ±10⁹: beyond that floats can't tell places apart, and squares
    /// overflow.
    private static func point(_ vector: CIVector) -> SIMD3<Double> {
        let place = SIMD3<Double>(vector.x.finite(or: 0), vector.y.finite(or: 0), vector.z.finite(or: 0))
        return place.clamped(lowerBound: SIMD3(repeating: -1e9), upperBound: SIMD3(repeating: 1e9))
    }
}

/// Inputs of the spotlight.
public protocol CISpotLight: CIFilterProtocol {
    /// The image that is lit.
    var inputImage: CIImage? { get set }
    /// Where the light is, in working space; z is the height above the image.
    var lightPosition: CIVector { get set }
    /// The point that the light is turned to, in working space.
    var lightPointsAt: CIVector { get set }
    /// How bright the light is in its middle, from 0; 1 leaves the image unchanged there.
    var brightness: Float { get set }
    /// How wide the light spreads, from 0.001; small numbers give a narrow beam.
    var concentration: Float { get set }
    /// The light's colour; its alpha doesn't count.
    var color: CIColor { get set }
}

extension CIFilter {
    /// A filter that shines a spotlight on an image.
    public class func spotLight() -> any CIFilter & CISpotLight { registered(SpotLight()) }
}

extension SpotLight: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("lightPosition=260,260,120 lightPointsAt=150,100,0") }
}
