import CoreImage
import Foundation

/// Fades a picture to white with increasing distance from its faces.
struct FaceVignette: Sendable {
    /// Returns the picture with the fade, which begins at a distance of one face height from each face's
    /// centre. Without faces the picture is unchanged.
    func image(of picture: CIImage, faces: [CGRect]) throws -> CIImage {
        let shades = try faces.map { try shade(around: $0, in: picture.extent) }
        guard let first = shades.first else { return picture }
        // Among several faces the nearest one determines the opacity of the white.
        let nearest = try shades.dropFirst().reduce(first) { nearest, other in
            try other.filtered(by: "CIMinimumCompositing", parameters: [kCIInputBackgroundImageKey: nearest])
        }
        return nearest.composited(over: picture).cropped(to: picture.extent)
    }

    /// Returns a gradient from transparent white at the face to opaque white far away.
    private func shade(around face: CGRect, in frame: CGRect) throws -> CIImage {
        let gradient = CIFilter.radialGradient()
        gradient.center = CGPoint(x: face.midX, y: face.midY)
        gradient.radius0 = Float(max(frame.width, frame.height))
        gradient.radius1 = Float(face.height)
        gradient.color0 = CIColor(red: 1, green: 1, blue: 1, alpha: 1)
        gradient.color1 = CIColor(red: 1, green: 1, blue: 1, alpha: 0)
        return try gradient.renderableOutput()
    }
}
