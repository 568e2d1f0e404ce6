import CoreImageEssentials
import Foundation

/// An image brought to another size by cropping it in part and stretching it in part, most of all towards the edges.
///
/// If the image is too high for the size, `cropAmount` of the excess height is cut off, half of it above and half
/// below, so that at 1 the image keeps its shape; the rest of the difference is compensated by stretching horizontally.
/// An image that is too wide is treated the same way with the axes exchanged. With u from −1 to 1 along the stretched
/// axis of the result, the image is read at `m u / √(1 + (m² − 1) u²)` of its half width. The slope m at the centre
/// keeps the image's shape there if `centerStretchAmount` is 0; it is 1, which stretches evenly, if that is 1. The
/// meaning of the two amounts is from the filter's own description; the curve isn't published, and this one is ours.
/// Bilinear sampling of premultiplied stored pixels, edge pixels repeated. The extent has the given size and the
/// image's lower left corner. Amounts are clamped to 0…1; ones that aren't finite count as 0. Sizes that aren't numbers
/// from 1 to 2³⁰ and an infinite image are refused.
class StretchCrop: CIFilter, CIStretchCrop {
    override class var registration: CIFilterRegistration {
        .init(
            "CIStretchCrop", categories: [.distortionEffect, .highDynamicRange, .video], kind: .warp,
            summary: "Brings an image to a size by cropping and stretching it.", status: .ours)
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: CGPoint(x: 1280, y: 720)) var size: CGPoint
    @CIInput(default: 0.25, range: 0...1, slider: 0...1) var cropAmount: Float
    @CIInput(default: 0.25, range: 0...1, slider: 0...1) var centerStretchAmount: Float

    private static let kernel = CIWarpKernel(
        """
        kernel vec2 stretchCrop(vec2 middle, vec2 reach, vec2 imageMiddle, vec2 imageReach, vec2 slope) {
            vec2 u = (destCoord() - middle) / reach;
            return imageMiddle + imageReach * slope * u * inversesqrt(1.0 + (slope * slope - 1.0) * u * u);
        }
        """)

    override var outputImage: CIImage? {
        let (size, crop) = (size, CGFloat(cropAmount.clamped(to: 0...1, default: 0)))
        let even = CGFloat(centerStretchAmount.clamped(to: 0...1, default: 0))
        guard let inputImage else { return nil }
        guard size.x >= 1, size.y >= 1, size.x <= Quadrilateral.limit, size.y <= Quadrilateral.limit else {
            let reason = "a width and a height are numbers from 1 to 2³⁰"
            return .failed(CIFilterError.badValue(filter: name, key: "inputSize", reason: reason))
        }
        return inputImage.withEdges(for: name) { image in
            let extent = image.extent
            let target = CGRect(origin: extent.origin, size: CGSize(width: size.x, height: size.y))
            // Either the width or the height is cropped, and the other one stretched.
            let isHigh = target.width * extent.height >= target.height * extent.width
            let fitting = CGSize(
                width: target.width * extent.height / target.height, height: target.height * extent.width / target.width
            )
            let seen =
                isHigh
                ? CGSize(width: extent.width, height: extent.height + (fitting.height - extent.height) * crop)
                : CGSize(width: extent.width + (fitting.width - extent.width) * crop, height: extent.height)
            let stretch = (target.width / target.height) / (seen.width / seen.height)
            let slope = 1 + ((isHigh ? stretch : 1 / stretch) - 1) * (1 - even)
            let (across, upwards) = (Curve(slope: isHigh ? slope : 1), Curve(slope: isHigh ? 1 : slope))
            let region = CIKernelRegion { _, rect in
                rect.mapped(
                    x: { across.source(of: $0, in: target.midX, target.width, at: extent.midX, seen.width) },
                    y: { upwards.source(of: $0, in: target.midY, target.height, at: extent.midY, seen.height) })
            }
            return Self.kernel.apply(
                to: image.clampedToExtent(), extent: target, region: region, CIVector(x: target.midX, y: target.midY),
                CIVector(x: target.width / 2, y: target.height / 2), CIVector(x: extent.midX, y: extent.midY),
                CIVector(x: seen.width / 2, y: seen.height / 2), CIVector(x: across.slope, y: upwards.slope))
        }
    }
}

/// The mapping along the stretched axis.
private struct Curve {
    /// Slope at the centre, in units in which both half lengths are 1.
    let slope: CGFloat

    /// Returns the range that is read for a range of the result.
    func source(
        of range: (CGFloat, CGFloat), in middle: CGFloat, _ length: CGFloat, at sourceMiddle: CGFloat,
        _ sourceLength: CGFloat
    ) -> (CGFloat, CGFloat) {
        func source(_ place: CGFloat) -> CGFloat {
            // The curve rises inside the result, and nothing is rendered outside it.
            let u = min(max((place - middle) / length * 2, -1), 1)
            return sourceMiddle + sourceLength / 2 * slope * u / (1 + (slope * slope - 1) * u * u).squareRoot()
        }
        return (source(range.0), source(range.1))
    }
}

/// Inputs of the stretch and crop.
public protocol CIStretchCrop: CIFilterProtocol {
    /// The image to crop and stretch.
    var inputImage: CIImage? { get set }
    /// Width and height of the result in pixels.
    var size: CGPoint { get set }
    /// The part of the excess width or height that is cut off, from 0 to 1.
    var cropAmount: Float { get set }
    /// How much the centre is stretched: from 0, where it keeps its shape, to 1, where it is stretched as the edges
    /// are.
    var centerStretchAmount: Float { get set }
}

extension CIFilter {
    /// A filter that brings an image to a size by cropping and stretching it.
    public class func stretchCrop() -> any CIFilter & CIStretchCrop { registered(StretchCrop()) }
}

extension StretchCrop: CIFilterExampleProviding {
    static var example: CIFilterExample {
        .init("size=400,160 cropAmount=0.25 centerStretchAmount=0.25", appearance: .whole)
    }
}
