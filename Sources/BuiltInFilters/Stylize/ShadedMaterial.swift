import CoreImageEssentials
import Foundation

/// A height field as a shaded surface: each pixel shows the colour that a picture of a shaded hemisphere has for the
/// surface's direction.
///
/// The image's luminance (Rec. 709 weights of premultiplied linear working-space colour) times `scale` is a height in
/// pixels. With h its slopes to the right and upwards, by Sobel's differences over two pixels, the normal is
/// `n = (−h, 1) / |(−h, 1)|`, and the pixel shows the shading image at `(n.xy + 1) / 2` of its width and height: its
/// middle for flat parts, its right for parts that face right. The shading image is read bilinearly, with its edge
/// pixels repeated. The result is multiplied by the image's alpha, and has its extent.
///
/// Source: the look-up is the one of the Core Image Filter Reference. An infinite shading image gives an image whose
/// rendering throws; with an empty one the result is transparent. A scale that isn't finite, or below 0, counts as 0,
/// which is flat. Edge pixels of the image are repeated.
class ShadedMaterial: CIFilter, CIShadedMaterial {
    override class var registration: CIFilterRegistration {
        .init(
            "CIShadedMaterial", categories: [.stylize, .highDynamicRange, .video], kind: .general,
            summary: "Shades a height field with the picture of a shaded hemisphere.", status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput var shadingImage: CIImage?
    @CIInput(default: 10, min: 0, slider: 0.5...200, nonFinite: 0, type: kCIAttributeTypeDistance) var scale: Float

    private static let kernel = CIKernel(
        SobelGradient.functions + """
            kernel vec4 shadedMaterial(sampler image, sampler shading, float scale, vec4 extent) {
                vec3 weights = vec3(0.2126, 0.7152, 0.0722);
                // Sobel's differences span two pixels.
                vec2 slope = vec2(dot(across(image).rgb, weights), dot(upwards(image).rgb, weights)) * (0.5 * scale);
                // Steeper slopes look vertical, and their squares would overflow.
                slope = clamp(slope, -1.0e9, 1.0e9);
                vec2 normal = -slope / sqrt(1.0 + dot(slope, slope));
                vec2 place = extent.xy + (normal + 1.0) * 0.5 * extent.zw;
                return sample(shading, samplerTransform(shading, place)) * sample(image, samplerCoord(image)).a;
            }
            """)

    override var outputImage: CIImage? {
        guard let inputImage, let shadingImage else { return nil }
        let shade = shadingImage.extent
        guard !shade.isInfinite else {
            return .failed(
                CIFilterError.badValue(
                    filter: name, key: "inputShadingImage",
                    reason: "its extent is infinite, and has no middle; crop it first"))
        }
        // An empty image has no pixels, so any finite rectangle works for the look-up.
        let extent = shade.isEmpty ? CGRect(x: 0, y: 0, width: 1, height: 1) : shade
        return Self.kernel.apply(
            to: inputImage.clampedToExtent(), extent: inputImage.extent,
            region: CIKernelRegion { index, output in
                index == 0
                    ? output.insetBy(dx: -SobelGradient.reach, dy: -SobelGradient.reach)
                    : extent.insetBy(dx: -1, dy: -1)
            },
            shadingImage.clampedToExtent(), max(scale, 0),
            CIVector(x: extent.minX, y: extent.minY, z: extent.width, w: extent.height))
    }
}

/// Inputs of the shaded material.
public protocol CIShadedMaterial: CIFilterProtocol {
    /// The height field: brighter is higher.
    var inputImage: CIImage? { get set }
    /// The picture of a shaded hemisphere, of finite extent.
    var shadingImage: CIImage? { get set }
    /// Height of white in pixels, from 0.
    var scale: Float { get set }
}

extension CIFilter {
    /// A filter that shades a height field with the picture of a shaded hemisphere.
    public class func shadedMaterial() -> any CIFilter & CIShadedMaterial { registered(ShadedMaterial()) }
}

extension ShadedMaterial: CIFilterExampleProviding {
    static var example: CIFilterExample {
        .init("HeightFieldFromMask image=companions/mask.png radius=40, ShadedMaterial scale=10")
    }
}
