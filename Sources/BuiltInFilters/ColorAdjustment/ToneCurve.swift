import CoreImageEssentials
import FilterControls
import Foundation

/// Bends brightness along a smooth curve through five points: `decode(f(encode(c)))` for red, green and blue, with
/// sRGB's transfer function as `encode`, mirrored below 0.
///
/// Computed on unpremultiplied linear working-space colour; alpha is kept. Points are (from, to) as sRGB values. The
/// curve is the natural cubic spline through the points (`ToneSpline`); the default points change nothing. Left of the
/// leftmost point and right of the rightmost the curve has those points' values, so that by default colours are clamped
/// to 0…1. With `extrapolate` it continues as a straight line instead.
///
/// Points need not be sorted; points less than 1/1000 apart make a step. Coordinates that aren't finite count as the
/// default's, and coordinates are clamped to ±1000. Source: fitted to a lossless picture of Core Image (iOS 7), which
/// it matches with mean 0.05 and 99th percentile 1 of 255. The reference calls the encoding “gamma 2”; with a square
/// root instead of sRGB's function the mean is 11.6.
package class ToneCurve: CIFilter, CIToneCurve {
    package override class var registration: CIFilterRegistration {
        .init(
            "CIToneCurve",
            categories: [.colorAdjustment, .highDynamicRange, .interlaced, .nonSquarePixels, .video],
            kind: .color, summary: "Bends brightness along a smooth curve through five points.",
            status: .fitted(mean: 0.05, percentile99: 1))
    }

    package override class func customAttributes() -> [String: Any]? {
        let curve = CIFilterControl.Curve(
            name: "Curve", interpolation: .naturalSpline, extrapolation: "inputExtrapolate")
        let points = (0...4).map { ("inputPoint\($0)", [kCIAttributeCurve: curve.attribute] as Any) }
        return Dictionary(uniqueKeysWithValues: points)
    }

    @CIInput package var inputImage: CIImage?
    @CIInput(default: diagonal[0], identity: diagonal[0], type: kCIAttributeTypeOffset) package var point0: CGPoint
    @CIInput(default: diagonal[1], identity: diagonal[1], type: kCIAttributeTypeOffset) package var point1: CGPoint
    @CIInput(default: diagonal[2], identity: diagonal[2], type: kCIAttributeTypeOffset) package var point2: CGPoint
    @CIInput(default: diagonal[3], identity: diagonal[3], type: kCIAttributeTypeOffset) package var point3: CGPoint
    @CIInput(default: diagonal[4], identity: diagonal[4], type: kCIAttributeTypeOffset) package var point4: CGPoint
    @CIInput(default: false, range: 0...1) package var extrapolate: Bool

    private static let diagonal = [0, 0.25, 0.5, 0.75, 1].map { CGPoint(x: $0, y: $0) }

    private static let kernel = CIColorKernel(
        """
        float curve(float c, vec4 starts, float end, vec4 first, vec4 second, vec4 third, vec4 fourth, vec2 beyond) {
            float given = linear_to_srgb(c);
            float x = clamp(given, starts.x, end);
            vec4 piece = x < starts.y ? first : x < starts.z ? second : x < starts.w ? third : fourth;
            float t = x - (x < starts.y ? starts.x : x < starts.z ? starts.y : x < starts.w ? starts.z : starts.w);
            float bent = piece.x + t * (piece.y + t * (piece.z + t * piece.w));
            bent += min(given - starts.x, 0.0) * beyond.x + max(given - end, 0.0) * beyond.y;
            return srgb_to_linear(bent);
        }
        kernel vec4 toneCurve(
            __sample image, vec4 starts, float end, vec4 first, vec4 second, vec4 third, vec4 fourth, vec2 beyond
        ) {
            vec4 c = unpremultiply(image);
            return premultiply(vec4(
                curve(c.r, starts, end, first, second, third, fourth, beyond),
                curve(c.g, starts, end, first, second, third, fourth, beyond),
                curve(c.b, starts, end, first, second, third, fourth, beyond), c.a));
        }
        """)

    package override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        let points = zip([point0, point1, point2, point3, point4], Self.diagonal).map { given, fallback in
            CGPoint(
                x: given.x.clamped(to: -1000...1000, default: fallback.x),
                y: given.y.clamped(to: -1000...1000, default: fallback.y))
        }
        let spline = ToneSpline(through: points)
        let starts = spline.pieces.map { CGFloat($0.start) }
        let pieces = spline.pieces.map { CIVector(x: $0.a, y: $0.b, z: $0.c, w: $0.d) }
        let beyond = extrapolate ? CIVector(x: spline.pieces[0].b, y: spline.end.slope) : CIVector(x: 0, y: 0)
        return Self.kernel.apply(
            to: inputImage, CIVector(x: starts[0], y: starts[1], z: starts[2], w: starts[3]), spline.end.x, pieces[0],
            pieces[1], pieces[2], pieces[3], beyond)
    }
}

/// Inputs of the tone curve. Points are (from, to) as sRGB values, from 0 for black to 1 for white.
public protocol CIToneCurve: CIFilterProtocol {
    /// The image to change.
    var inputImage: CIImage? { get set }
    /// The first point, usually the darkest.
    var point0: CGPoint { get set }
    /// The second point.
    var point1: CGPoint { get set }
    /// The third point, usually the middle.
    var point2: CGPoint { get set }
    /// The fourth point.
    var point3: CGPoint { get set }
    /// The fifth point, usually the brightest.
    var point4: CGPoint { get set }
    /// Whether the curve continues straight beyond the outermost points, instead of keeping their values.
    var extrapolate: Bool { get set }
}

extension CIFilter {
    /// A filter that bends brightness along a curve.
    public class func toneCurve() -> any CIFilter & CIToneCurve { registered(ToneCurve()) }
}

extension ToneCurve: CIFilterExampleProviding {
    package static var example: CIFilterExample { .init("point1=0.25,0.1 point3=0.75,0.9") }
}
