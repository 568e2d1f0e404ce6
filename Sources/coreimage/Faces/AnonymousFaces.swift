import CoreImage
import Foundation

/// Hides faces so that nobody is recognised.
///
/// A circle covers the face's bounds and a margin, however it is turned. What shows in the circle is at most eight by eight colours.
struct AnonymousFaces: Sendable {
    /// What takes a face's place.
    enum Style: String, CaseIterable, Sendable {
        /// Squares, eight across the circle.
        case pixellate
        /// The same squares, blurred until their edges are gone: a blur of the face itself could be undone, above all in deep pixels.
        case blur
        /// Black, which leaves nothing to guess from.
        case fill
    }

    var style = Style.pixellate
    /// How far the circle reaches beyond the corners of a face's bounds, as a fraction of their width: for hair, chin and ears.
    var margin = 0.25

    /// The picture with these faces hidden. Outside of their circles it is as it was.
    func image(of picture: CIImage, faces: [CGRect]) throws -> CIImage {
        // The largest comes last, over the finer squares of a small one that lies in it, such as an eye that was taken for a face.
        let hidden = try faces.sorted { $0.width < $1.width }.reduce(picture) { result, face in
            try cover(for: face, of: picture).filtered(
                by: "CIBlendWithMask",
                parameters: [kCIInputBackgroundImageKey: result, kCIInputMaskImageKey: try circle(around: face)])
        }
        return hidden.cropped(to: picture.extent)
    }

    /// How far the circle around a face reaches from the face's middle.
    func radius(around face: CGRect) -> CGFloat {
        hypot(face.width, face.height) / 2 + margin * max(face.width, face.height)
    }

    /// White within the circle, black around it.
    private func circle(around face: CGRect) throws -> CIImage {
        let gradient = CIFilter.radialGradient()
        gradient.center = CGPoint(x: face.midX, y: face.midY)
        gradient.radius0 = Float(radius(around: face))
        gradient.radius1 = Float(radius(around: face)) + 1
        gradient.color0 = .white
        gradient.color1 = .black
        return try gradient.renderableOutput()
    }

    /// What is seen in the circle, and a little around it.
    private func cover(for face: CGRect, of picture: CIImage) throws -> CIImage {
        let reach = radius(around: face) + 1
        let box = CGRect(x: face.midX, y: face.midY, width: 0, height: 0).insetBy(dx: -reach, dy: -reach)
        let side = max(2 * radius(around: face) / 8, 1)
        // Squares at the picture's edge take their colour from the edge.
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
