import CoreImageEssentials
import FilterControls
import Foundation
import Pixels

/// Three curves, given as a table with one column for each of red, green and blue.
///
/// The table's n triples are evenly spaced over the domain, the first one at its start and the last one at its end.
/// Between them values are interpolated linearly; outside the domain the nearest end is used. Computed on
/// unpremultiplied colour in the given colour space, or in the working space without one; alpha is kept. A domain that
/// isn't an interval, a table with fewer than two triples or more than 65 536, and a space that isn't RGB give an image
/// whose rendering throws `CIFilterError.badValue`; entries that aren't finite count as 0. Source: Apple's
/// documentation of the filter, which doesn't state the interpolation.
class ColorCurves: CIFilter, CIColorCurves {
    override class var registration: CIFilterRegistration {
        .init(
            "CIColorCurves", categories: [.colorEffect, .interlaced, .nonSquarePixels, .video], kind: .color,
            summary: "Maps red, green and blue through a curve each.", status: .exact)
    }

    override class func customAttributes() -> [String: Any]? {
        let curve = CIFilterControl.Curve(name: "Curves", interpolation: .linear, domain: "inputCurvesDomain")
        return ["inputCurvesData": [kCIAttributeCurve: curve.attribute]]
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: straightCurves) var curvesData: Data
    @CIInput(default: CIVector(x: 0, y: 1)) var curvesDomain: CIVector
    @CIInput var colorSpace: CGColorSpace?

    private static let mostEntries = 65_536

    /// Three triples that change nothing.
    private static let straightCurves = [Float](arrayLiteral: 0, 0, 0, 0.5, 0.5, 0.5, 1, 1, 1).withUnsafeBytes {
        Data($0)
    }

    private static let kernel = CIKernel(
        """
        kernel vec4 colorCurves(__sample image, __table curves, vec2 domain, float last) {
            vec4 c = unpremultiply(image);
            vec3 place = min(max(vec3(0.0), (c.rgb - domain.x) * domain.y), 1.0) * last;
            vec3 entry = clamp(floor(place), 0.0, last - 1.0);
            vec3 low = vec3(
                sample(curves, samplerTransform(curves, vec2(entry.r + 0.5, 0.5))).r,
                sample(curves, samplerTransform(curves, vec2(entry.g + 0.5, 0.5))).g,
                sample(curves, samplerTransform(curves, vec2(entry.b + 0.5, 0.5))).b);
            vec3 high = vec3(
                sample(curves, samplerTransform(curves, vec2(entry.r + 1.5, 0.5))).r,
                sample(curves, samplerTransform(curves, vec2(entry.g + 1.5, 0.5))).g,
                sample(curves, samplerTransform(curves, vec2(entry.b + 1.5, 0.5))).b);
            return premultiply(vec4(mix(low, high, place - entry), c.a));
        }
        """)

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        let (start, end) = (Float(curvesDomain.x), Float(curvesDomain.count > 1 ? curvesDomain.y : .nan))
        let scale = 1 / (end - start)
        guard start.isFinite, scale.isNormal else {
            return refusal(
                "inputCurvesDomain",
                "\(curvesDomain) isn't an interval; give two different finite numbers, the start and the end")
        }
        guard curvesData.count % 12 == 0, 2...Self.mostEntries ~= curvesData.count / 12 else {
            return refusal(
                "inputCurvesData",
                "it has \(curvesData.count) bytes; give from 2 to \(Self.mostEntries) triples of floats, 12 bytes each")
        }
        if let colorSpace, colorSpace.model != .rgb {
            return refusal("inputColorSpace", "\(colorSpace) does not have red, green and blue; use an RGB space")
        }
        let row = ColorRow(Self.triples(curvesData))
        let colors = colorSpace.flatMap { inputImage.matchedFromWorkingSpace(to: $0) } ?? inputImage
        let curved = Self.kernel.apply(
            to: colors, region: row.region, row.image, CIVector(x: CGFloat(start), y: CGFloat(scale)), row.last)
        return colorSpace.flatMap { curved.matchedToWorkingSpace(from: $0) } ?? curved
    }

    private func refusal(_ key: String, _ reason: String) -> CIImage {
        .failed(CIFilterError.badValue(filter: name, key: key, reason: reason))
    }

    private static func triples(_ data: Data) -> [SIMD4<Float>] {
        data.withUnsafeBytes { bytes in
            stride(from: 0, to: bytes.count, by: 12).map { start in
                func number(_ index: Int) -> Float {
                    bytes.loadUnaligned(fromByteOffset: start + 4 * index, as: Float.self).finite(or: 0)
                }
                return SIMD4(number(0), number(1), number(2), 1)
            }
        }
    }
}

/// Inputs of the colour curves.
public protocol CIColorCurves: CIFilterProtocol {
    /// The image to change.
    var inputImage: CIImage? { get set }
    /// The table: triples of 32-bit floats (red, green, blue) in the machine's byte order, at least two.
    var curvesData: Data { get set }
    /// The colour values at which the table begins and ends.
    var curvesDomain: CIVector { get set }
    /// The colour space of the table's values; nil for the working space.
    var colorSpace: CGColorSpace? { get set }
}

extension CIFilter {
    /// A filter that maps each of red, green and blue through a curve.
    public class func colorCurves() -> any CIFilter & CIColorCurves { registered(ColorCurves()) }
}

extension ColorCurves: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("curvesData=@companions/tones.curves colorSpace=kCGColorSpaceSRGB") }
}
