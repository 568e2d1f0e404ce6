import CoreImage
import Foundation

/// Lets a picture fade into white away from the faces in it, all of which stay as they are.
struct FaceVignette: Sendable {
    /// The picture under a shade that is clear within one height of each face around its middle. Without faces it is the picture itself.
    func image(of picture: CIImage, faces: [CGRect]) throws -> CIImage {
        let shades = try faces.map { try shade(around: $0, in: picture.extent) }
        guard let first = shades.first else { return picture }
        // White is as deep as it is around the nearest face.
        let nearest = try shades.dropFirst().reduce(first) { nearest, other in
            try other.filtered(by: "CIMinimumCompositing", parameters: [kCIInputBackgroundImageKey: nearest])
        }
        return nearest.composited(over: picture).cropped(to: picture.extent)
    }

    /// A gradient from transparent white at the face to opaque white beyond the picture.
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
