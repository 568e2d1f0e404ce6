import Foundation

/// What a picture is of: the part of it that must stay whole, upright.
struct SubjectFrame {
    /// With hair, chin and neck, where it is a face.
    let bounds: CGRect
    /// What looks at the onlooker: the middle of a face.
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
