import CoreImageEssentials
import Foundation

/// An image cut into nine parts at two points, like a frame: its corners keep their size, and the middle and the sides
/// are repeated.
///
/// Along each axis, the part before `breakpoint0` stays, the part after `breakpoint1` moves by `growAmount`, and the
/// part between is repeated from `breakpoint0` on until the space between them is full; the last copy is cut off. With
/// `flipYTiles` every other copy upwards is mirrored top to bottom. The extent grows by the same amount. Bilinear
/// sampling of premultiplied stored pixels, transparent outside the image. A negative amount removes as much of the
/// middle part, at most all of it. Breakpoints in the wrong order are swapped; equal ones stretch a line of the image.
/// Coordinates that aren't finite count as 0. Source: the filter's own description.
class NinePartTiled: CIFilter, CINinePartTiled {
    override class var registration: CIFilterRegistration {
        .init(
            "CINinePartTiled", categories: [.distortionEffect, .highDynamicRange, .video], kind: .warp,
            summary: "Enlarges an image by repeating its middle and keeping its corners.", status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: CGPoint(x: 50, y: 50), nonFinite: .zero, name: "Breakpoint0") var breakpoint0: CGPoint
    @CIInput(default: CGPoint(x: 150, y: 150), nonFinite: .zero, name: "Breakpoint1") var breakpoint1: CGPoint
    @CIInput(default: CGPoint(x: 100, y: 100), type: kCIAttributeTypeOffset) var growAmount: CGPoint
    @CIInput(default: true, range: 0...1, name: "Flip Y Tiles") var flipYTiles: Bool

    private static let kernel = CIWarpKernel(
        """
        float part(float d, float low, float high, float growth, bool flips) {
            float period = max(high - low, 0.001);
            float copies = (d - low) / period;
            float copy = floor(copies);
            float place = (copies - copy) * period;
            place = flips && mod(copy, 2.0) > 0.5 ? period - place : place;
            return d < low ? d : d < high + growth ? low + place : d - growth;
        }
        kernel vec2 ninePartTiled(vec2 low, vec2 high, vec2 growth, bool flips) {
            vec2 d = destCoord();
            return vec2(
                part(d.x, low.x, high.x, growth.x, false), part(d.y, low.y, high.y, growth.y, flips));
        }
        """)

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        let (first, second, flips) = (breakpoint0, breakpoint1, flipYTiles)
        let x = NinePart(first.x, second.x, growth: growAmount.x)
        let y = NinePart(first.y, second.y, growth: growAmount.y)
        let region = CIKernelRegion { _, rect in
            rect.mapped(x: { x.tiled($0, flips: false) }, y: { y.tiled($0, flips: flips) })
        }
        return Self.kernel.apply(
            to: inputImage, extent: inputImage.extent.grown(x: x.tiledDestination, y: y.tiledDestination),
            region: region, CIVector(x: x.low, y: y.low),
            CIVector(x: x.high, y: y.high), CIVector(x: x.growth, y: y.growth), flips)
    }
}

/// Inputs of the nine-part tiling.
public protocol CINinePartTiled: CIFilterProtocol {
    /// The image to enlarge.
    var inputImage: CIImage? { get set }
    /// The upper right corner of the part that stays, in working space.
    var breakpoint0: CGPoint { get set }
    /// The lower left corner of the part that moves, in working space.
    var breakpoint1: CGPoint { get set }
    /// Number of pixels by which the image grows along each axis.
    var growAmount: CGPoint { get set }
    /// Whether every other copy upwards is mirrored, so that copies fit together.
    var flipYTiles: Bool { get set }
}

extension CIFilter {
    /// A filter that enlarges an image by repeating its middle and keeping its corners.
    public class func ninePartTiled() -> any CIFilter & CINinePartTiled { registered(NinePartTiled()) }
}

extension NinePartTiled: CIFilterExampleProviding {
    static var example: CIFilterExample {
        .init("breakpoint0=100,70 breakpoint1=220,170 growAmount=120,60", appearance: .whole)
    }
}
