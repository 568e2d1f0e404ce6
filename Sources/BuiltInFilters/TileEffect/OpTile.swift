import CoreImageEssentials
import Foundation
import Pixels

/// The image cut into squares, each of which shows a scaled and turned part of the image around its middle, as in op
/// art or an insect's eye.
///
/// The squares have sides of `width`, and one of them has its middle at `center`. A pixel at the offset t from its
/// square's middle m has the colour at `m + scale · t`, with t first turned clockwise by `angle`. So with a scale above
/// 1 a square shows more than its own part of the image, at a smaller size, and the picture in it is turned
/// anticlockwise. A scale of 1 with an angle of 0 changes nothing; a scale of 0 gives every square one colour. That
/// there are segments, which are scaled and turned, is documented. That scales above 1 show more, and how squares lie
/// relative to the centre, are ours.
///
/// Bilinear sampling of premultiplied stored pixels, transparent outside the image. The extent is infinite. Scales are
/// clamped to 0…1 000 000; numbers that aren't finite count as the defaults. Squares of a thousandth of a pixel and
/// less show their own middles, so the image doesn't change.
class OpTile: CIFilter, CIOpTile {
    override class var registration: CIFilterRegistration {
        .init(
            "CIOpTile", categories: [.tileEffect, .highDynamicRange, .video], kind: .warp,
            summary: "Cuts an image into squares, and scales and turns what each shows.", status: .ours)
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: CGPoint(x: 150, y: 150), nonFinite: .zero) var center: CGPoint
    @CIInput(default: 2.8, min: 0, slider: 0.1...10, identity: 1, nonFinite: 2.8) var scale: Float
    @CIInput(default: 0, slider: -.pi ... .pi, identity: 0, nonFinite: 0, type: kCIAttributeTypeAngle) var angle: Float
    @CIInput(default: 65, min: 0, slider: 1...1000, identity: 65, nonFinite: 65, type: kCIAttributeTypeDistance)
    var width: Float

    // Adds an offset to the coordinate, so that pixels that don't move are kept to the bit.
    private static let kernel = CIWarpKernel(
        """
        kernel vec2 opTile(vec2 center, float width, vec4 motion) {
            vec2 offset = destCoord() - center;
            vec2 t = offset - width * floor(offset / width + 0.5);
            return destCoord() + vec2(dot(motion.xy, t), dot(motion.zw, t));
        }
        """)

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        let width = min(CGFloat(width), 1e9)
        if width <= 0.001 { return inputImage }
        if inputImage.extent.isNull || inputImage.extent.isEmpty { return .empty() }
        let (center, scale) = (center, min(max(CGFloat(scale), 0), 1e6))
        let angle = CGFloat(remainder(angle, 2 * .pi))
        let (x, y) = (scale * cos(angle), scale * sin(angle))
        let back = CGAffineTransform(a: x, b: -y, c: y, d: x, tx: 0, ty: 0)
        let region = CIKernelRegion { _, rect in
            if rect.isInfinite || rect.isNull { return rect }
            let columns = Cells(rect.minX - center.x, rect.maxX - center.x, width: width)
            let rows = Cells(rect.minY - center.y, rect.maxY - center.y, width: width)
            let around = CGRect(
                x: columns.offsets.0, y: rows.offsets.0, width: columns.offsets.1 - columns.offsets.0,
                height: rows.offsets.1 - rows.offsets.0
            ).applying(back)
            let left = center.x + columns.middles.0 + around.minX
            let bottom = center.y + rows.middles.0 + around.minY
            let right = center.x + columns.middles.1 + around.maxX
            let top = center.y + rows.middles.1 + around.maxY
            let margin = -1.0 / 16 - max(abs(left), abs(right), abs(bottom), abs(top)) * 1e-6
            return CGRect(x: left, y: bottom, width: right - left, height: top - bottom).insetBy(
                dx: margin, dy: margin)
        }
        return Self.kernel.apply(
            to: inputImage, extent: .infinite, region: region, CIVector(cgPoint: center), width,
            CIVector(x: x - 1, y: y, z: -y, w: x - 1))
    }
}

/// The cells that an interval meets along an axis. A cell's middle is at a multiple of the width.
private struct Cells {
    /// The first and the last middle.
    var middles: (CGFloat, CGFloat)
    /// Least and greatest offset of the interval's points from their cell's middle; the whole range if there is more
    /// than one cell.
    var offsets: (CGFloat, CGFloat)

    init(_ low: CGFloat, _ high: CGFloat, width: CGFloat) {
        middles = ((low / width + 0.5).rounded(.down) * width, (high / width + 0.5).rounded(.down) * width)
        offsets = middles.0 == middles.1 ? (low - middles.0, high - middles.0) : (-width / 2, width / 2)
    }
}

/// Inputs of the op tile.
public protocol CIOpTile: CIFilterProtocol {
    /// The image to cut.
    var inputImage: CIImage? { get set }
    /// The middle of one of the squares, in working space.
    var center: CGPoint { get set }
    /// Factor of the part of the image that a square shows, along each axis.
    var scale: Float { get set }
    /// Angle by which the picture in a square is turned, in radians, positive anticlockwise.
    var angle: Float { get set }
    /// Length of the squares' sides, in pixels.
    var width: Float { get set }
}

extension CIFilter {
    /// A filter that cuts an image into squares, and scales and turns what each shows.
    public class func opTile() -> any CIFilter & CIOpTile { registered(OpTile()) }
}

extension OpTile: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("center=160,120 width=40") }
}
