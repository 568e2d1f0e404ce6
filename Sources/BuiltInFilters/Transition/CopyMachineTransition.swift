import CoreImageEssentials
import Foundation

/// A bar of light sweeps over an image and leaves the target behind, as in a copying machine.
///
/// The bar is `width` pixels wide and moves along `angle` over `extent`. With f from 0 at its trailing edge to 1 at
/// its leading edge, and the light `L = opacity · min(f / 0.83, (1 − f) / 0.17)`, the result is
/// `mix(target, source, f) · (1 + 1.235 L + 0.35 L²) + color · (0.964 L + 1.345 L²)` on premultiplied linear
/// working-space colour; the colour's components are taken as they are, and alpha is the mixture's. That reproduces a
/// picture that Core Image made within 1 of 255.
///
/// The only picture shows the bar in one place: at time 0.2528 it has covered 0.3888 of its way. `time^0.6868` goes
/// through that place, from the source alone to the target alone; the course between is ours. Time counts as in the
/// dissolve. Numbers that aren't finite count as their defaults, extents as empty. Images larger than `extent` are
/// swept in the first and last sixteenth of the time. The extent of the result is the union of both images'.
class CopyMachineTransition: CIFilter, CICopyMachineTransition {
    override class var registration: CIFilterRegistration {
        .init(
            "CICopyMachineTransition", displayName: "Copy Machine",
            categories: [.transition, .highDynamicRange, .video], kind: .transition,
            summary: "Reveals another image behind a sweeping bar of light.", status: .fitted(mean: 0, percentile99: 0))
    }

    @CIInput var inputImage: CIImage?
    @CIInput var targetImage: CIImage?
    @CIInput(default: CGRect(x: 0, y: 0, width: 300, height: 300)) var extent: CGRect
    @CIInput(default: CIColor(red: 0.6, green: 1, blue: 0.8), type: kCIAttributeTypeOpaqueColor) var color: CIColor
    @CIInput(default: 0, range: 0...1, slider: 0...1, identity: 0, type: kCIAttributeTypeTime) var time: Float
    @CIInput(default: 0, min: 0, slider: 0...(2 * Double.pi), identity: 0, type: kCIAttributeTypeAngle)
    var angle: Float
    @CIInput(default: 200, min: 0.1, slider: 0.1...500, identity: 200, nonFinite: 200, type: kCIAttributeTypeDistance)
    var width: Float
    @CIInput(default: 1.3, min: 0, slider: 0...3, identity: 1.3, nonFinite: 1.3) var opacity: Float

    private static let kernel = CIColorKernel(
        """
        kernel vec4 copyMachine(
            __sample source, __sample target, vec2 direction, float start, float width, vec3 color, float opacity
        ) {
            float f = clamp((dot(destCoord(), direction) - start) / width, 0.0, 1.0);
            float light = opacity * min(f / 0.83, (1.0 - f) / 0.17);
            vec4 base = mix(target, source, f);
            vec3 lit = base.rgb * (1.0 + light * (1.235 + 0.35 * light));
            return vec4(lit + color * (base.a * light * (0.964 + 1.345 * light)), base.a);
        }
        """)

    override var outputImage: CIImage? {
        guard let inputImage, let targetImage else { return nil }
        let time = TransitionTime(time)
        if let end = time.only(inputImage, targetImage) { return end }
        let union = inputImage.extent.union(targetImage.extent)
        let sweep = BandSweep(
            over: extent, images: union, angle: angle, width: width, progress: pow(time.value, 0.6868),
            time: time)
        return Self.kernel.apply(
            extent: union,
            arguments: [
                inputImage, targetImage, CIVector(cgPoint: sweep.direction), sweep.start, sweep.width,
                CIVector(x: color.red, y: color.green, z: color.blue), min(max(opacity, 0), 1e6),
            ])
    }
}

/// Inputs of the copying machine.
public protocol CICopyMachineTransition: CIFilterProtocol {
    /// The image at time 0.
    var inputImage: CIImage? { get set }
    /// The image at time 1.
    var targetImage: CIImage? { get set }
    /// The rectangle that the bar sweeps over, in working space.
    var extent: CGRect { get set }
    /// The light's colour; its alpha doesn't count.
    var color: CIColor { get set }
    /// Time of the transition, from 0 to 1.
    var time: Float { get set }
    /// The direction in which the bar moves, in radians anticlockwise; 0 is to the right.
    var angle: Float { get set }
    /// Width of the bar in pixels.
    var width: Float { get set }
    /// Strength of the light, 0 for none.
    var opacity: Float { get set }
}

extension CIFilter {
    /// A filter that reveals another image behind a bar of light.
    public class func copyMachineTransition() -> any CIFilter & CICopyMachineTransition {
        registered(CopyMachineTransition())
    }
}

extension CopyMachineTransition: CIFilterExampleProviding {
    static var example: CIFilterExample { .init { "extent=0,0,320,240 time=\($0)" } }
}
