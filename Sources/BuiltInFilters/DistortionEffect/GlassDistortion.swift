import CoreImageEssentials
import Foundation

/// An image behind a pane of glass whose surface height is the brightness of a texture.
///
/// The texture is repeated over the plane, with its middle at the centre. A pixel reads the image at
/// `p + scale · ½ (h(x + 1, y) − h(x − 1, y), h(x, y + 1) − h(x, y − 1))`, where the height h is the texture's
/// luminance (0.2126, 0.7152, 0.0722) of premultiplied linear colour, clamped to 0…1. The offset points uphill, as
/// glass that bulges bends light, so raised parts magnify. No formula is published; this one is ours. Bilinear sampling
/// of premultiplied linear pixels, transparent outside the image; the extent is the image's. A scale that isn't
/// positive and finite changes nothing; scales above 10⁶ count as 10⁶. An empty texture is flat.
class GlassDistortion: CIFilter, CIGlassDistortion {
    override class var registration: CIFilterRegistration {
        .init(
            "CIGlassDistortion", categories: [.distortionEffect, .highDynamicRange, .video], kind: .warp,
            summary: "Shows an image through glass with a texture.", status: .ours)
    }

    @CIInput var inputImage: CIImage?
    @CIInput("inputTexture") var textureImage: CIImage?
    @CIInput(default: CGPoint(x: 150, y: 150)) var center: CGPoint
    @CIInput(default: 200, min: 0, slider: 0.01...500, identity: 0, nonFinite: 0, type: kCIAttributeTypeDistance)
    var scale: Float

    private static let kernel = CIKernel(
        """
        float height(sampler texture, vec2 place) {
            vec4 color = sample(texture, samplerTransform(texture, place));
            return clamp(dot(color.rgb, vec3(0.2126, 0.7152, 0.0722)), 0.0, 1.0);
        }
        kernel vec4 glass(sampler image, sampler texture, float scale) {
            vec2 d = destCoord();
            vec2 rise = vec2(
                height(texture, d + vec2(1.0, 0.0)) - height(texture, d - vec2(1.0, 0.0)),
                height(texture, d + vec2(0.0, 1.0)) - height(texture, d - vec2(0.0, 1.0)));
            return sample(image, samplerTransform(image, d + 0.5 * scale * rise));
        }
        """)

    override var outputImage: CIImage? {
        guard let inputImage, let textureImage else { return nil }
        let (scale, extent) = (min(scale, 1e6), textureImage.extent)
        guard scale > 0, !extent.isNull, !extent.isEmpty else { return inputImage }
        let tiled = CIFilter.affineTile()
        // The kernel reads whole pixels of the texture, so no interpolation is needed.
        tiled.inputImage = textureImage.samplingNearest()
        if !extent.isInfinite {
            // Limits the centre to where floats can tell the texture's pixels apart.
            let limits = -Quadrilateral.limit...Quadrilateral.limit
            let center = CGPoint(
                x: self.center.x.clamped(to: limits, default: 0), y: self.center.y.clamped(to: limits, default: 0))
            tiled.transform = CGAffineTransform(translationX: center.x - extent.midX, y: center.y - extent.midY)
        }
        let reach = CGFloat(scale) / 2 + 1
        let region = CIKernelRegion { index, rect in
            index == 0 ? rect.insetBy(dx: -reach, dy: -reach) : rect.insetBy(dx: -2, dy: -2)
        }
        return Self.kernel.apply(to: inputImage, region: region, tiled.outputImage ?? .empty(), scale)
    }
}

/// Inputs of the glass distortion.
public protocol CIGlassDistortion: CIFilterProtocol {
    /// The image to distort.
    var inputImage: CIImage? { get set }
    /// The glass surface: brighter pixels are higher.
    var textureImage: CIImage? { get set }
    /// Where the middle of one of the texture's copies lies, in working space.
    var center: CGPoint { get set }
    /// Distance in pixels by which a slope from black to white over one pixel shifts the image, 0 or more.
    var scale: Float { get set }
}

extension CIFilter {
    /// A filter that shows an image through glass with a texture.
    public class func glassDistortion() -> any CIFilter & CIGlassDistortion { registered(GlassDistortion()) }
}

extension GlassDistortion: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("scale=60") }
}
