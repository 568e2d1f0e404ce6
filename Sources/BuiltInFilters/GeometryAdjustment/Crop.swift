import CoreImageEssentials
import Foundation

/// The part of an image inside a rectangle.
///
/// A pixel that the rectangle covers in part is multiplied by the covered part of its area, so nested crops multiply;
/// whole-pixel rectangles change no pixel. Colour is premultiplied. The extent is the intersection with the rectangle,
/// which is in working space; a rectangle of NaN gives an empty image. Source: measurements of Core Image's own crop,
/// which is anti-aliased in this way.
package class Crop: CIFilter {
    package override class var registration: CIFilterRegistration {
        .init(
            "CICrop", categories: [.geometryAdjustment, .highDynamicRange, .video], kind: .warp,
            summary: "Keeps the part of an image inside a rectangle.", status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: .infinite, identity: .infinite) package var rectangle: CGRect

    private static let kernel = CIColorKernel(
        """
        kernel vec4 coverage(__sample s, vec4 bounds) {
            vec2 p = destCoord();
            vec2 covered = clamp(min(p + 0.5, bounds.zw) - max(p - 0.5, bounds.xy), 0.0, 1.0);
            return s * (covered.x * covered.y);
        }
        """)

    package override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        let edges = [rectangle.minX, rectangle.minY, rectangle.maxX, rectangle.maxY]
        guard !edges.contains(where: \.isNaN), !rectangle.isNull else { return .empty() }
        let part = inputImage.cropped(to: rectangle)
        if rectangle.isInfinite || edges.allSatisfy({ $0 == $0.rounded() }) { return part }
        return Self.kernel.apply(
            to: part, extent: part.extent.intersection(rectangle),
            CIVector(x: edges[0], y: edges[1], z: edges[2], w: edges[3]))
    }
}

extension Crop: CIFilterExampleProviding {
    package static var example: CIFilterExample { .init("rectangle=50,40,200,160") }
}
