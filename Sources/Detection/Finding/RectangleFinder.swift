import CDetection
import CoreImageEssentials
import Foundation

/// Finds rectangles.
struct RectangleFinder: FeatureFinder {
    let library: DetectionLibrary

    /// The default minimum size of rectangles, as a fraction of the picture's shorter side.
    private static let leastFraction = 0.2
    /// The ratio of width to height if only a focal length is given.
    private static let standardRatio = 1.6
    /// The default maximum number of rectangles, as Core Image documents it.
    private static let standardCount = 1

    func size(for options: DetectorOptions) -> DetectionSize {
        DetectionSize(pixelLimit: options.isThorough ? 400_000 : 150_000)
    }

    func features(in picture: DetectionPicture, options: DetectorOptions) throws -> [CIFeature] {
        let smallest = (options.minFeatureSize ?? Self.leastFraction) * picture.shorterSide * picture.scale
        let found = try EngineCall.finding(detection_corners.self, with: .rectangle) { list, message in
            picture.withPixels { pixels in
                library.findRectangles(
                    pixels, max(8, smallest), options.isThorough ? 1 : 0,
                    { list, corners in if let corners { EngineCall.report(corners.pointee, to: list) } }, list, message)
            }
        }
        let fitting = options.focalLength < 0 ? found : found.filter { hasDesiredRatio($0, in: picture, options) }
        // Without a focal length the ratio is only a preference. The sort is stable.
        let preferred =
            options.focalLength < 0 && options.aspectRatio != nil
            ? fitting.enumerated().sorted { a, b in
                let fits = (
                    hasDesiredRatio(a.element, in: picture, options), hasDesiredRatio(b.element, in: picture, options)
                )
                return fits.0 == fits.1 ? a.offset < b.offset : fits.0
            }.map(\.element) : fitting
        return preferred.prefix(options.maxFeatureCount ?? Self.standardCount).map {
            CIRectangleFeature(picture.shape($0.corners))
        }
    }

    /// Returns whether a rectangle has the desired ratio.
    private func hasDesiredRatio(
        _ found: detection_corners, in picture: DetectionPicture, _ options: DetectorOptions
    ) -> Bool {
        let corners = [found.corners.0, found.corners.1, found.corners.2, found.corners.3]
        let middle = CGPoint(x: CGFloat(picture.width) / 2, y: CGFloat(picture.height) / 2)
        let proportions = RectangleProportions(
            corners: corners.map { CGPoint(x: $0.x - middle.x, y: $0.y - middle.y) })
        return proportions.matches(
            ratio: options.aspectRatio ?? Self.standardRatio, focalLength: max(0, options.focalLength) * picture.scale)
    }
}
