import CoreImageEssentials
import Foundation
import Pixels

/// A colour wheel: hue runs counter-clockwise from red at the right, saturation from 0 at the centre to 1 at the rim,
/// and the value is the same everywhere.
///
/// With the angle h in turns and the distance s in radii from the centre, a component is `value · (1 − s + s · k)` with
/// `k = clamp(|mod(6h + n, 6) − 3| − 1, 0, 1)`, n = 0, 4, 2 for red, green, blue. This is the usual HSV cone, in the
/// given colour space, or in the working space without one. Softness s from 0 to 1 smooths the kinks in the hues: k
/// becomes `k + s · (k² (3 − 2k) − k)`. Dither d adds uniform noise between −d/2 and d/2 steps of 8 bits, which depends
/// only on the pixel's position. The wheel's square spans (0, 0) to (2 · radius, 2 · radius). Its rim is anti-aliased,
/// and outside it is transparent. The radius is clamped to a million pixels. Negative numbers, and ones that aren't
/// finite, count as 0, and softness above 1 as 1. A space that isn't RGB gives an image whose rendering throws
/// `CIFilterError.badValue`. Sources: Apple's documentation; clients' code, which shows the directions and the size.
/// The position of the wheel, and the effect of softness and dither, are not published.
class HueSaturationValueGradient: CIFilter, CIHueSaturationValueGradient {
    override class var registration: CIFilterRegistration {
        .init(
            "CIHueSaturationValueGradient", displayName: "Hue/Saturation/Value Gradient",
            categories: [.gradient, .video], kind: .generator, summary: "Makes a colour wheel.", status: .exact)
    }

    @CIInput(default: 1, min: 0, slider: 0...1) var value: Float
    @CIInput(default: 300, min: 0, slider: 0...800, nonFinite: 0, type: kCIAttributeTypeDistance) var radius: Float
    @CIInput(default: 1, min: 0, slider: 0...1) var softness: Float
    @CIInput(default: 1, min: 0, slider: 0...3) var dither: Float
    @CIInput(default: .standard) var colorSpace: CGColorSpace?

    private static let mostRadius: Float = 1e6

    private static let kernel = CIColorKernel(
        PositionNoise.source + """
            kernel vec4 colorWheel(float radius, float value, float softness, float dither) {
                vec2 offset = destCoord() - radius;
                float distance = length(offset);
                float turns = atan(offset.y, offset.x) / 6.283185307179586;
                vec3 k = clamp(abs(mod(6.0 * turns + vec3(0.0, 4.0, 2.0), 6.0) - 3.0) - 1.0, 0.0, 1.0);
                k = mix(k, k * k * (3.0 - 2.0 * k), softness);
                vec3 color = value * mix(vec3(1.0), k, min(distance / radius, 1.0));
                color = max(color + positionNoise(destCoord()) * dither, 0.0);
                return vec4(color, 1.0) * clamp(radius - distance + 0.5, 0.0, 1.0);
            }
            """)

    override var outputImage: CIImage? {
        let radius = min(max(radius, 0), Self.mostRadius)
        if let colorSpace, colorSpace.model != .rgb {
            return .failed(
                CIFilterError.badValue(
                    filter: name, key: "inputColorSpace",
                    reason: "\(colorSpace) does not have red, green and blue; use an RGB space"))
        }
        guard radius > 0 else { return .empty() }
        func amount(_ number: Float, most: Float) -> Float { min(max(number.finite(or: 0), 0), most) }
        let side = CGFloat(2 * radius)
        let wheel = Self.kernel.apply(
            extent: CGRect(x: 0, y: 0, width: side, height: side), radius, amount(value, most: 1e6),
            amount(softness, most: 1), amount(dither, most: 255) / 255)
        return colorSpace.flatMap { wheel.matchedToWorkingSpace(from: $0) } ?? wheel
    }
}

/// Inputs of the colour wheel.
public protocol CIHueSaturationValueGradient: CIFilterProtocol {
    /// The HSV model's value: 0 is black, 1 full colour.
    var value: Float { get set }
    /// Radius of the wheel in pixels.
    var radius: Float { get set }
    /// How smoothly hues follow each other, from 0 to 1.
    var softness: Float { get set }
    /// Width of the noise's range in steps of 8 bits.
    var dither: Float { get set }
    /// The space of the HSV model's red, green and blue; nil for the working space.
    var colorSpace: CGColorSpace? { get set }
}

extension CIFilter {
    /// A filter that makes a colour wheel.
    public class func hueSaturationValueGradient() -> any CIFilter & CIHueSaturationValueGradient {
        registered(HueSaturationValueGradient())
    }
}

extension HueSaturationValueGradient: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("radius=110") }
}
