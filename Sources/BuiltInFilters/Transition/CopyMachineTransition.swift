import CoreImageEssentials
import Foundation

/// A bar of light sweeps over an image and leaves the target behind, as in a copying machine.
///
/// The bar is `width` pixels wide and moves along `angle` over `extent`. With f from 0 at its trailing edge to 1 at
/// its leading edge, and the light `L = opacity · min(f / 0.83, (1 − f) / 0.17)`, the result is
/// `mix(target, source, f) + L · (color, 1)` on premultiplied linear working-space colour. The colour's components are
/// taken as they are, without conversion to linear. The light adds to alpha too, which may exceed 1. The trailing edge
/// is at `first − width + (time / 0.65) · (length + width)`, where `extent` begins at `first` along the direction and
/// has the length `length`: at time 0.65 the bar leaves it, and then moves on.
///
/// The formula was found from two pictures that Core Image made, at time 0.5 (iOS 7) and 0.2528 (iOS 13.3). It agrees
/// with both within the rounding of 8 bits: the mean differences are 0.002 and 0.000 of 255. No picture shows a bar
/// beyond `extent`.
///
/// Time counts as in the dissolve. Numbers that aren't finite count as their defaults, extents as empty. The opacity is
/// clamped to 0…10⁴. Images larger than `extent` are swept in the first and last sixteenth of the time, which is ours.
/// The extent of the result is the union of both images'.
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
            return mix(target, source, f) + light * vec4(color, 1.0);
        }
        """)

    override var outputImage: CIImage? {
        guard let inputImage, let targetImage else { return nil }
        let time = TransitionTime(time)
        if let end = time.only(inputImage, targetImage) { return end }
        let union = inputImage.extent.union(targetImage.extent)
        let sweep = BandSweep(
            over: extent, images: union, angle: angle, width: width, progress: time.value / 0.65, time: time)
        return Self.kernel.apply(
            extent: union,
            arguments: [
                inputImage, targetImage, CIVector(cgPoint: sweep.direction), sweep.start, sweep.width,
                CIVector(x: color.red, y: color.green, z: color.blue), min(max(opacity, 0), 1e4),
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
