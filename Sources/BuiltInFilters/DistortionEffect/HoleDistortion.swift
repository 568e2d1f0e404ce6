import CoreImageEssentials
import Foundation

/// A round hole that pushes the image outwards, most strongly near its rim.
///
/// With R the radius, a pixel at offset v from the centre c reads the image at `c + v · (1 − R² / |v|²)`: at the rim it
/// shows the centre, and far away it hardly changes. The formula is the one of the hole distortion in the Core Image
/// Programming Guide. Inside the rim the result is transparent, and the pixel outside it is soft. Bilinear sampling of
/// premultiplied stored pixels. The extent is the rectangle of whole pixels around the pushed image. A picture that
/// Core Image made in 2013, of radius 85, has that extent and that rim, and agrees within rounding. Radii below 0.01,
/// and ones that aren't finite, count as 0.01.
class HoleDistortion: CIFilter, CIHoleDistortion {
    override class var registration: CIFilterRegistration {
        .init(
            "CIHoleDistortion", categories: [.distortionEffect, .highDynamicRange, .video], kind: .warp,
            summary: "Pushes an image outwards around a round hole.", status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: CGPoint(x: 150, y: 150), nonFinite: .zero) var center: CGPoint
    @CIInput(
        default: 150, min: 0.01, slider: 0.01...1000, identity: 0.1, nonFinite: 0.01, type: kCIAttributeTypeDistance)
    var radius: Float

    private static let warp = CIWarpKernel(
        """
        kernel vec2 pushOutwards(vec2 center, float radius) {
            vec2 offset = destCoord() - center;
            vec2 parts = offset / radius;
            return center + offset * (1.0 - 1.0 / max(dot(parts, parts), 1.0));
        }
        """)

    private static let punch = CIColorKernel(
        """
        kernel vec4 punch(__sample s, vec2 center, float radius) {
            return s * clamp(length(destCoord() - center) - radius, 0.0, 1.0);
        }
        """)

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        let radius = max(radius, 0.01)
        let reach = CGFloat(radius)
        let map = RadialMap(center: center) { 1 - 1 / max($0 * $0 / (reach * reach), 1) }
        // d − R² / d = distance, solved for d.
        let extent = map.destination(of: inputImage.extent) { ($0 + ($0 * $0 + 4 * reach * reach).squareRoot()) / 2 }
            .roundedOutwards
        let pushed = Self.warp.apply(
            to: inputImage, extent: extent, region: CIKernelRegion { map.source(of: $1) }, CIVector(cgPoint: center),
            radius)
        return Self.punch.apply(to: pushed, CIVector(cgPoint: center), radius)
    }
}

/// Inputs of the hole distortion.
public protocol CIHoleDistortion: CIFilterProtocol {
    /// The image to distort.
    var inputImage: CIImage? { get set }
    /// The hole's centre, in working space.
    var center: CGPoint { get set }
    /// The hole's radius in pixels, at least 0.01.
    var radius: Float { get set }
}

extension CIFilter {
    /// A filter that pushes an image outwards around a round hole.
    public class func holeDistortion() -> any CIFilter & CIHoleDistortion { registered(HoleDistortion()) }
}

extension HoleDistortion: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("center=160,120 radius=60") }
}
