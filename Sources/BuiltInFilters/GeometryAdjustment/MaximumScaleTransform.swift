import CoreImageEssentials
import Foundation

/// An image scaled about the origin, by `scale · aspectRatio` across and `scale` upwards, whose pixels are the maximum
/// of the pixels that they cover.
///
/// Each component, of premultiplied linear pixels, is the maximum over the image's pixels that the result's pixel,
/// mapped back to the image, overlaps by more than a thousandth. A scale of 1 changes nothing, and bright dots stay as
/// bright at any smaller size. Pixels outside the image are ignored. The extent is the scaled one, rounded outwards to
/// whole pixels. Numbers that aren't finite count as 1, and ratios above 65 536 count as 65 536; ratios below 1/65 536
/// give an empty image. Source: Core Image's description; which pixels it counts as neighbours isn't published.
class MaximumScaleTransform: CIFilter, CIMaximumScaleTransform {
    override class var registration: CIFilterRegistration {
        .init(
            "CIMaximumScaleTransform",
            categories: [.geometryAdjustment, .highDynamicRange, .video], kind: .warp,
            summary: "Scales an image and keeps the largest of the pixels that become one.", status: .documented)
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: 1, min: 0, slider: 0.05...1.5, identity: 1) var scale: Float
    @CIInput(default: 1, min: 0, slider: 0.5...2, identity: 1) var aspectRatio: Float

    private static let kernel = CIKernel(
        """
        kernel vec4 largest(sampler image, vec2 size, vec4 bounds) {
            vec2 low = (destCoord() - 0.5) * size;
            vec2 first = clamp(floor(low + 0.0009765625), bounds.xy, bounds.zw - 1.0);
            vec2 end = clamp(ceil(low + size - 0.0009765625), first + 1.0, bounds.zw);
            vec4 result = sample(image, samplerTransform(image, first + 0.5));
            for (float y = first.y; y < end.y; y += 1.0) {
                for (float x = first.x; x < end.x; x += 1.0) {
                    result = max(result, sample(image, samplerTransform(image, vec2(x, y) + 0.5)));
                }
            }
            return result;
        }
        """)

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        let ratios = ScaleRatios(scale: scale, aspectRatio: aspectRatio)
        if ratios.x == 1, ratios.y == 1 { return inputImage }
        guard min(ratios.x, ratios.y) >= 1 / 65536, !inputImage.extent.isNull else { return .empty() }
        let size = CGAffineTransform(scaleX: 1 / ratios.x, y: 1 / ratios.y)
        let box = inputImage.extent.roundedOutwards
        // For an infinite image, the limit up to which floats can tell pixels apart.
        let edges = box.isInfinite ? (-0x1p24, -0x1p24, 0x1p24, 0x1p24) : (box.minX, box.minY, box.maxX, box.maxY)
        return Self.kernel.apply(
            to: inputImage.samplingNearest(), extent: box.applying(size.inverted()).roundedOutwards,
            region: .mapped(by: size), CIVector(x: size.a, y: size.d),
            CIVector(x: edges.0, y: edges.1, z: edges.2, w: edges.3))
    }
}

/// Inputs of the scaling that keeps maxima.
public protocol CIMaximumScaleTransform: CIFilterProtocol {
    /// The image to scale.
    var inputImage: CIImage? { get set }
    /// The vertical ratio, 0 or more; below 1 the image gets smaller.
    var scale: Float { get set }
    /// The horizontal ratio divided by the vertical one, 0 or more.
    var aspectRatio: Float { get set }
}

extension CIFilter {
    /// A filter that scales an image and keeps the largest of the pixels that become one.
    public class func maximumScaleTransform() -> any CIFilter & CIMaximumScaleTransform {
        registered(MaximumScaleTransform())
    }
}

extension MaximumScaleTransform: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("scale=0.5") }
}
