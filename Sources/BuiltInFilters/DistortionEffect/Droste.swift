import CoreImageEssentials
import Foundation

/// An image that repeats inside itself along a spiral, as in M. C. Escher's "Print Gallery".
///
/// The rectangle between the two inset points is replaced by the image around it: by the largest rectangle of its shape
/// in the image, shrunk by the ratio s about a point f. The plane without that point, in logarithms `w = log(p − f)`,
/// then has two periods, `L = −log s` and `2πi`. A pixel reads the image at `f + exp(α w)`, moved into the frame
/// between both rectangles by integer multiples of L, where `α = periodicity − i · strands · L / 2π`. One turn about f
/// goes round it `periodicity` times in the image and `strands` levels inwards, so integers give no seam. Before that,
/// the picture is turned anticlockwise by `rotation`, and enlarged by `zoom`, about f. A periodicity of 1 without
/// strands leaves the frame unchanged. The map is B. de Smit's and H. W. Lenstra's ("The Mathematical Structure of
/// Escher's Print Gallery", 2003); Core Image doesn't publish which rectangle is around the inset.
///
/// Bilinear sampling of premultiplied stored pixels. The extent is infinite. Where the inset extends beyond the image,
/// the frame does too, and is transparent there. Strands are clamped to −10…10, the periodicity to 1…100, and the zoom
/// to 0.01…10 000; numbers that aren't finite count as the default. An inset without an area or without a frame around
/// it, and an infinite image, are refused.
class Droste: CIFilter, CIDroste {
    override class var registration: CIFilterRegistration {
        .init(
            "CIDroste", categories: [.distortionEffect, .highDynamicRange, .video], kind: .warp,
            summary: "Draws an image in itself, along a spiral.", status: .documented)
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: CGPoint(x: 200, y: 200), nonFinite: .zero) var insetPoint0: CGPoint
    @CIInput(default: CGPoint(x: 400, y: 400), nonFinite: .zero) var insetPoint1: CGPoint
    @CIInput(default: 1, range: -10...10, slider: -2...2, nonFinite: 1) var strands: Float
    @CIInput(default: 1, min: 1, slider: 1...5, nonFinite: 1) var periodicity: Float
    @CIInput(default: 0, slider: 0...2 * .pi, nonFinite: 0, type: kCIAttributeTypeAngle) var rotation: Float
    @CIInput(default: 1, min: 0.01, slider: 0.01...5, nonFinite: 1) var zoom: Float

    // Lengths are divided by the frame's own size, so that a periodicity above 1 doesn't change its size.
    private static let kernel = CIWarpKernel(
        """
        kernel vec2 droste(vec2 fixedPoint, float size, vec2 turn, vec2 power, float level, vec4 sides) {
            vec2 offset = (destCoord() - fixedPoint) / size;
            vec2 z = vec2(dot(turn, offset), turn.x * offset.y - turn.y * offset.x);
            vec2 w = vec2(0.5 * log(max(dot(z, z), 1.0e-30)), atan(z.y, z.x));
            vec2 direction = cossin(power.x * w.y + power.y * w.x);
            float length = power.x * w.x - power.y * w.y;
            vec2 part = max(-direction / sides.xy, direction / sides.zw);
            float levels = floor((length + log(max(part.x, part.y))) / level);
            return fixedPoint + direction * (size * exp(length - levels * level));
        }
        """)

    override var outputImage: CIImage? {
        let (p, q) = (insetPoint0, insetPoint1)
        return inputImage?.withEdges(for: name) { image in
            let inner = CGRect(x: min(p.x, q.x), y: min(p.y, q.y), width: abs(q.x - p.x), height: abs(q.y - p.y))
            guard let frame = DrosteFrame(inner: inner, in: image.extent.safeUnion(inner)) else {
                let reason = "with inputInsetPoint1 it spans a rectangle inside the image"
                return .failed(CIFilterError.badValue(filter: name, key: "inputInsetPoint0", reason: reason))
            }
            let level = -log(frame.ratio)
            let strands = CGFloat(min(max(self.strands, -10), 10))
            let periodicity = CGFloat(min(max(self.periodicity, 1), 100))
            let zoom = CGFloat(min(max(self.zoom, 0.01), 10_000))
            let rotation = CGFloat(remainder(self.rotation, 2 * .pi))
            let size = (frame.outer.width * frame.outer.height).squareRoot() / 2
            let sides = frame.sides
            // An image that fills the frame is clamped, so that no transparent edge shows between its copies.
            let source = image.extent.contains(inner) ? image.clampedToExtent() : image
            return Self.kernel.apply(
                to: source, extent: .infinite, region: .fixed(frame.outer.insetBy(dx: -1, dy: -1)),
                CIVector(cgPoint: frame.fixedPoint), size, CIVector(x: cos(rotation) / zoom, y: sin(rotation) / zoom),
                CIVector(x: periodicity, y: -strands * level / (2 * .pi)), level,
                CIVector(x: sides.left / size, y: sides.bottom / size, z: sides.right / size, w: sides.top / size))
        }
    }
}

/// Inputs of the Droste effect.
public protocol CIDroste: CIFilterProtocol {
    /// The image to draw in itself.
    var inputImage: CIImage? { get set }
    /// A corner of the rectangle that the image is drawn in, in working space.
    var insetPoint0: CGPoint { get set }
    /// The opposite corner of the rectangle that the image is drawn in, in working space.
    var insetPoint1: CGPoint { get set }
    /// Number of levels by which the picture is deeper after one turn: 0 for no spiral, negative numbers wind the other
    /// way.
    var strands: Float { get set }
    /// How many times the image appears in one turn, 1 or more.
    var periodicity: Float { get set }
    /// Angle by which the picture is turned, in radians, positive anticlockwise.
    var rotation: Float { get set }
    /// Factor by which the picture is enlarged.
    var zoom: Float { get set }
}

extension CIFilter {
    /// A filter that draws an image in itself, along a spiral.
    public class func droste() -> any CIFilter & CIDroste { registered(Droste()) }
}

extension Droste: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("insetPoint0=100,80 insetPoint1=220,160") }
}
