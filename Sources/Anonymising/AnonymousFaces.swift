import CoreImage
import Foundation

/// Hides faces so that they can't be recognised.
///
/// A circle covers the face's bounds and a margin, at any rotation. The circle shows at most 8 × 8
/// colours.
package struct AnonymousFaces: Sendable {
    /// The replacement for a face.
    package enum Style: String, CaseIterable, Sendable {
        /// Squares, eight across the circle.
        case pixellate
        /// The same squares, blurred until their edges vanish. A blur of the face itself could be
        /// reversed, especially in deep pixels.
        case blur
        /// Black, from which nothing can be guessed.
        case fill
    }

    package var style = Style.pixellate
    /// The distance from the corners of a face's bounds to the circle, as a fraction of their width. It
    /// covers hair, chin and ears.
    package var margin = 0.25

    /// Returns the picture with the faces hidden. Pixels outside of the circles are unchanged.
    package func image(of picture: CIImage, faces: [CGRect]) throws -> CIImage {
        // The largest circle is drawn last. It covers the finer squares of smaller ones inside it, for
        // example of an eye that was mistaken for a face.
        let hidden = try faces.sorted { $0.width < $1.width }.reduce(picture) { result, face in
            try cover(for: face, of: picture).filtered(
                by: "CIBlendWithMask",
                parameters: [kCIInputBackgroundImageKey: result, kCIInputMaskImageKey: try circle(around: face)])
        }
        return hidden.cropped(to: picture.extent)
    }

    /// Returns the radius of the circle around a face.
    func radius(around face: CGRect) -> CGFloat {
        hypot(face.width, face.height) / 2 + margin * max(face.width, face.height)
    }

    /// Returns a mask that is white inside the circle and black outside.
    private func circle(around face: CGRect) throws -> CIImage {
        let gradient = CIFilter.radialGradient()
        gradient.center = CGPoint(x: face.midX, y: face.midY)
        gradient.radius0 = Float(radius(around: face))
        gradient.radius1 = Float(radius(around: face)) + 1
        gradient.color0 = .white
        gradient.color1 = .black
        return try gradient.renderableOutput()
    }

    /// Returns the content of the circle, with a border of one pixel.
    private func cover(for face: CGRect, of picture: CIImage) throws -> CIImage {
        let reach = radius(around: face) + 1
        let box = CGRect(x: face.midX, y: face.midY, width: 0, height: 0).insetBy(dx: -reach, dy: -reach)
        let side = max(2 * radius(around: face) / 8, 1)
        // Clamping gives squares at the picture's edge the colours of the edge.
        let squares = try picture.clampedToExtent().filtered(
            by: "CIPixellate",
            parameters: [kCIInputScaleKey: side, kCIInputCenterKey: CIVector(x: face.midX, y: face.midY)])
        let cover =
            switch style {
            case .pixellate: squares
            case .blur: try squares.filtered(by: "CIGaussianBlur", parameters: [kCIInputRadiusKey: 0.6 * side])
            case .fill: CIImage(color: .black)
            }
        return cover.cropped(to: box.intersection(picture.extent))
    }
}
