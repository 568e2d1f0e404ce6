import BuiltInFilters
import CoreImageEssentials
import Detection
import Foundation

/// The frame of a subject, which a crop must not cut. Coordinates are those of the upright picture.
struct SubjectFrame {
    /// The bounds; for a face, they include hair, chin and neck.
    let bounds: CGRect
    /// The centre of the feature, such as of a face.
    let focus: CGPoint
    let isFace: Bool

    init(_ feature: CGRect, isFace: Bool) {
        self.isFace = isFace
        focus = CGPoint(x: feature.midX, y: feature.midY)
        let (width, height) = (feature.width, feature.height)
        bounds =
            isFace
            ? CGRect(
                x: feature.minX - 0.3 * width, y: feature.minY - 0.4 * height, width: 1.6 * width,
                height: 1.95 * height)
            : feature.insetBy(dx: -0.1 * width, dy: -0.1 * height)
    }
}
