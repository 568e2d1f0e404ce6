import BuiltInFilters
import CoreImageEssentials
import Detection
import Foundation

/// Crops a picture around its features by the rule of thirds, with space for heads: `CICrop`.
struct CropAdjustment: AutoAdjustment {
    func filters(for picture: AnalyzedPicture) -> [CIFilter] {
        let extent = picture.image.extent
        let turn = picture.image.orientationTransform(for: picture.orientation)
        let subjects = picture.features.map { feature in
            SubjectFrame(feature.bounds.applying(turn), isFace: feature is CIFaceFeature)
        }
        guard let frame = Composition(subjects: subjects, picture: extent.applying(turn)).frame else { return [] }
        let rectangle = frame.applying(turn.inverted())
        // The orientation transform of an image whose extent isn't at the origin has rounding errors.
        let edges = [rectangle.minX, rectangle.minY, rectangle.maxX, rectangle.maxY].map { $0.rounded() }
        let filter = CIFilter.registered(Crop())
        filter.rectangle = CGRect(x: edges[0], y: edges[1], width: edges[2] - edges[0], height: edges[3] - edges[1])
        return [filter]
    }
}
