import CoreImageEssentials
import Foundation

/// The part of an image inside a rectangle, with its edge pixels repeated outwards infinitely:
/// `out(p) = image(p clamped to the rectangle)`.
///
/// Premultiplied linear pixels. The rectangle, in working space, is intersected with the image's extent and rounded
/// outwards to whole pixels. The extent is infinite. If the rectangle contains no pixel of the image, as the default
/// one of size 0, the result is empty. Source: the filter's own description.
class Clamp: CIFilter {
    override class var registration: CIFilterRegistration {
        .init(
            "CIClamp", categories: [.tileEffect, .highDynamicRange, .video], kind: .warp,
            summary: "Repeats the edge pixels of a part of an image outwards.", status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: .zero) var extent: CGRect

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        let edges = [extent.minX, extent.minY, extent.maxX, extent.maxY]
        guard !edges.contains(where: \.isNaN), !extent.isEmpty else { return .empty() }
        return inputImage.clamped(to: extent)
    }
}

extension Clamp: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("extent=80,60,160,120") }
}
