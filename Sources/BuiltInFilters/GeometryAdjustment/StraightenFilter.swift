import CoreImageEssentials
import Foundation

/// An image rotated about its middle, and enlarged just enough to fill its original frame.
///
/// The angle θ turns anticlockwise. For a width w and a height h the scale is `|cos θ| + |sin θ| · max(w / h, h / w)`,
/// the smallest for which the rotated image covers the frame; the extent is the image's own. Premultiplied stored
/// pixels, bilinear between pixel centres. Edge pixels are repeated outwards, so that corners that touch the edges
/// don't fade. Angles that aren't finite count as 0, which changes nothing. An infinite image has no middle, which is
/// an error thrown when the result is rendered. Source: Core Image's documentation of the filter, which says that the
/// result fits the extent of the image.
package class StraightenFilter: CIFilter, PointTransformingFilter, CIStraighten {
    package override class var registration: CIFilterRegistration {
        .init(
            "CIStraightenFilter", displayName: "Straighten",
            categories: [.geometryAdjustment, .highDynamicRange, .video], kind: .warp,
            summary: "Turns an image and keeps its frame full.", status: .exact)
    }

    @CIInput package var inputImage: CIImage?
    @CIInput(default: 0, slider: -Double.pi...Double.pi, identity: 0, nonFinite: 0, type: kCIAttributeTypeAngle)
    package var angle: Float

    package override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        let angle = CGFloat(angle)
        if angle == 0 { return inputImage }
        return inputImage.withEdges(for: name) { image in
            let turn = Self.turn(by: angle, filling: image.extent)
            guard turn.keepsPicture else { return .empty() }
            return image.clampedToExtent().transformed(by: turn).cropped(to: image.extent)
        }
    }

    package var pointTransform: CGAffineTransform? {
        let angle = CGFloat(angle)
        guard let extent = inputImage?.extent, angle != 0, !extent.isEmpty, !extent.isInfinite else { return nil }
        return Self.turn(by: angle, filling: extent)
    }

    private static func turn(by angle: CGFloat, filling frame: CGRect) -> CGAffineTransform {
        let aspect = max(frame.width / frame.height, frame.height / frame.width)
        let scale = abs(cos(angle)) + abs(sin(angle)) * aspect
        return CGAffineTransform(translationX: frame.midX, y: frame.midY).rotated(by: angle)
            .scaledBy(x: scale, y: scale).translatedBy(x: -frame.midX, y: -frame.midY)
    }
}

/// Inputs of the straightening.
public protocol CIStraighten: CIFilterProtocol {
    /// The image to turn.
    var inputImage: CIImage? { get set }
    /// The turn in radians, anticlockwise.
    var angle: Float { get set }
}

extension CIFilter {
    /// A filter that turns an image and keeps its frame full.
    public class func straighten() -> any CIFilter & CIStraighten { registered(StraightenFilter()) }
}

extension StraightenFilter: CIFilterExampleProviding {
    package static var example: CIFilterExample { .init("angle=0.15") }
}
