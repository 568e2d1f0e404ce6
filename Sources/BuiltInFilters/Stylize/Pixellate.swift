import CoreImageEssentials
import Foundation

/// A mosaic of squares, each in the colour that the image has at the square's centre.
///
/// With c the centre input and s the scale, pixel p reads the image (bilinearly, premultiplied stored pixels) at
/// `c + (n + 0.5) · s`, where n is `(p − c) / s − 0.5` rounded to the nearest whole number, halves to the even one. The
/// extent is the image's with half a square more on each side, in whole pixels: everything that can be visible, as in a
/// picture that Core Image made in 2013. Scales below 1, and ones that aren't finite, count as 1. Source: published
/// measurements of Core Image's own filter; the picture agrees within rounding.
class Pixellate: CIFilter, CIPixellate {
    override class var registration: CIFilterRegistration {
        .init(
            "CIPixellate", displayName: "Pixelate", categories: [.stylize, .highDynamicRange, .video], kind: .general,
            summary: "Makes a mosaic of squares.", status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: CGPoint(x: 150, y: 150), nonFinite: .zero) var center: CGPoint
    @CIInput(default: 8, min: 1, slider: 1...100, nonFinite: 1, type: kCIAttributeTypeDistance) var scale: Float

    private static let kernel = CIWarpKernel(
        """
        kernel vec2 pixellate(vec2 center, float scale) {
            vec2 position = (destCoord() - center) / scale - 0.5;
            vec2 block = floor(position + 0.5);
            // Positions halfway between two blocks were rounded up; ties go to the even block.
            block = block - step(0.5, block - position) * mod(block, 2.0);
            return center + (block + 0.5) * scale;
        }
        """)

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        let scale = max(scale, 1)
        let mosaic = Mosaic(center: center, scale: CGFloat(scale))
        return Self.kernel.apply(
            to: inputImage, extent: mosaic.extent(of: inputImage.extent),
            region: CIKernelRegion { mosaic.centers(in: $1) }, CIVector(cgPoint: center), scale)
    }
}

/// The lattice of squares, for extents and region functions.
private struct Mosaic {
    var center: CGPoint
    var scale: CGFloat

    /// Returns the extent of the mosaic of an image.
    func extent(of image: CGRect) -> CGRect {
        if image.isInfinite || image.isNull || image.isEmpty || scale == 1 { return image }
        return image.insetBy(dx: -scale / 2, dy: -scale / 2).roundedOutwards
    }

    /// Returns the rectangle around the centres of the squares that `rect` touches.
    func centers(in rect: CGRect) -> CGRect {
        if rect.isInfinite || rect.isNull { return rect }
        // A square's centre is at most half a square away from any of its points.
        return rect.insetBy(dx: -scale / 2, dy: -scale / 2)
    }
}

/// Inputs of the pixellate filter.
public protocol CIPixellate: CIFilterProtocol {
    /// The image to make a mosaic of.
    var inputImage: CIImage? { get set }
    /// A corner where four squares meet, in working space.
    var center: CGPoint { get set }
    /// Width of a square in pixels, at least 1.
    var scale: Float { get set }
}

extension CIFilter {
    /// A filter that makes a mosaic of squares.
    public class func pixellate() -> any CIFilter & CIPixellate { registered(Pixellate()) }
}
