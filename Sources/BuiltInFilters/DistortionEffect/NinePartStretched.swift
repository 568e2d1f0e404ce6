import CoreImageEssentials
import Foundation

/// An image cut into nine parts at two points, like a button: its corners keep their size, and the middle and the sides
/// are stretched.
///
/// Along each axis, the part before `breakpoint0` stays, the part after `breakpoint1` moves by `growAmount`, and the
/// part between is stretched evenly over the space between them. The extent grows by the same amount. Bilinear sampling
/// of premultiplied stored pixels, transparent outside the image. A negative amount shrinks the middle part, at most to
/// nothing. Breakpoints in the wrong order are swapped; equal ones stretch a line of the image. Coordinates that aren't
/// finite count as 0. Source: the filter's own description.
class NinePartStretched: CIFilter, CINinePartStretched {
    override class var registration: CIFilterRegistration {
        .init(
            "CINinePartStretched", categories: [.distortionEffect, .highDynamicRange, .video], kind: .warp,
            summary: "Enlarges an image by stretching its middle and keeping its corners.", status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: CGPoint(x: 50, y: 50), nonFinite: .zero, name: "Breakpoint0") var breakpoint0: CGPoint
    @CIInput(default: CGPoint(x: 150, y: 150), nonFinite: .zero, name: "Breakpoint1") var breakpoint1: CGPoint
    @CIInput(default: CGPoint(x: 100, y: 100), type: kCIAttributeTypeOffset) var growAmount: CGPoint

    private static let kernel = CIWarpKernel(
        """
        float part(float d, float low, float high, float growth, float slope) {
            return d < low ? d : d < high + growth ? low + (d - low) * slope : d - growth;
        }
        kernel vec2 ninePartStretched(vec2 low, vec2 high, vec2 growth, vec2 slope) {
            vec2 d = destCoord();
            return vec2(
                part(d.x, low.x, high.x, growth.x, slope.x), part(d.y, low.y, high.y, growth.y, slope.y));
        }
        """)

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        let (first, second) = (breakpoint0, breakpoint1)
        let x = NinePart(first.x, second.x, growth: growAmount.x)
        let y = NinePart(first.y, second.y, growth: growAmount.y)
        return Self.kernel.apply(
            to: inputImage, extent: inputImage.extent.grown(x: x.stretchedDestination, y: y.stretchedDestination),
            region: CIKernelRegion { $1.mapped(x: x.stretched, y: y.stretched) }, CIVector(x: x.low, y: y.low),
            CIVector(x: x.high, y: y.high), CIVector(x: x.growth, y: y.growth), CIVector(x: x.slope, y: y.slope))
    }
}

/// Inputs of the nine-part stretch.
public protocol CINinePartStretched: CIFilterProtocol {
    /// The image to enlarge.
    var inputImage: CIImage? { get set }
    /// The upper right corner of the part that stays, in working space.
    var breakpoint0: CGPoint { get set }
    /// The lower left corner of the part that moves, in working space.
    var breakpoint1: CGPoint { get set }
    /// Number of pixels by which the image grows along each axis.
    var growAmount: CGPoint { get set }
}

extension CIFilter {
    /// A filter that enlarges an image by stretching its middle and keeping its corners.
    public class func ninePartStretched() -> any CIFilter & CINinePartStretched { registered(NinePartStretched()) }
}

extension NinePartStretched: CIFilterExampleProviding {
    static var example: CIFilterExample {
        .init("breakpoint0=100,70 breakpoint1=220,170 growAmount=120,60", appearance: .whole)
    }
}
