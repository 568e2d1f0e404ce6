import CoreImage
import Foundation
import Synchronization

/// Reduced copies of a picture, for previews with fewer pixels. Thread-safe.
///
/// Filters that change each pixel by itself make the same of a mean of pixels as of a pixel, so their previews are as
/// smooth as the copies. Other filters, such as sharpening, need the pixels themselves.
final class ReducedPictures: Sendable {
    private let picture: CIImage
    private let limits: WorkbenchLimits
    /// The latest copy: previews of one size follow each other.
    private let latest = Mutex<(factor: Int, image: CIImage)?>(nil)

    init(of picture: CIImage, limits: WorkbenchLimits) { (self.picture, self.limits) = (picture, limits) }

    /// Returns a picture of the same size whose pixels are squares, each the mean of `factor` × `factor` pixels.
    ///
    /// - Throws: `RenderingError`.
    func picture(reducedBy factor: Int) throws -> CIImage {
        if let latest = latest.withLock({ $0 }), latest.factor == factor { return latest.image }
        let scale = CGAffineTransform(scaleX: 1 / CGFloat(factor), y: 1 / CGFloat(factor))
        let reduced = picture.transformed(by: scale, highQualityDownsample: true)
        let image = try OpenPicture.kept(reduced, .RGBAh, CGColorSpace(name: CGColorSpace.extendedLinearSRGB), limits)
            .samplingNearest().transformed(by: scale.inverted()).cropped(to: picture.extent)
        latest.withLock { $0 = (factor, image) }
        return image
    }
}

extension CIImage {
    /// Whether pixels of this image inside a region depend on no other pixels of `source` than those at their places.
    /// The corners and the middle of the region are asked for, since regions grow and shrink steadily.
    func dependsOnlyOnPixels(of source: CIImage, in region: CGRect) -> Bool {
        let places = [
            (region.minX, region.minY), (region.maxX - 1, region.minY), (region.midX, region.midY),
            (region.minX, region.maxY - 1), (region.maxX - 1, region.maxY - 1),
        ]
        return places.allSatisfy { x, y in
            let pixel = CGRect(x: x.rounded(.down), y: y.rounded(.down), width: 1, height: 1)
            let needed = regionOfInterest(for: source, in: pixel)
            return needed.isNull || pixel.contains(needed)
        }
    }
}
