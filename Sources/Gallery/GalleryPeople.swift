import Anonymising
import CommandOutput
import CoreImage

/// A picture with faces, for recipes that need some.
struct GalleryPeople: Sendable {
    let image: CIImage
    /// The bounds of the detected faces, in the picture's coordinates.
    let faces: [CGRect]
    /// A description of the picture for captions.
    let summary: String

    /// Uses the gallery's picture if it contains faces, else the drawn people.
    ///
    /// - Throws: `CIDetectionError` if faces can't be detected; `Refusal` if none are found even in the drawing.
    init(scene: CIImage, context: CIContext) throws {
        let search = try FaceSearch(.init(least: 0.1), context: context)
        let drawn = DrawnPeople.image(in: GalleryScene.frame)
        for (image, summary) in [(scene, "the picture"), (drawn, "drawn people")] {
            // The gallery's pictures are so small that faces in the background have hardly enough pixels for the
            // detector.
            let larger = try image.filtered(
                by: "CILanczosScaleTransform", parameters: [kCIInputScaleKey: Self.enlargement])
            let back = CGAffineTransform(scaleX: 1 / Self.enlargement, y: 1 / Self.enlargement)
            let faces = try search.faces(in: larger).map { $0.bounds.applying(back) }
            if faces.isEmpty { continue }
            (self.image, self.faces, self.summary) = (image, faces, summary)
            return
        }
        throw Refusal(
            "no faces are found in the drawn people: the installed cascades are too old or incomplete; install a newer "
                + "version of the Debian package opencv-data, or install it anew")
    }

    /// The factor by which the picture is enlarged for the detector.
    private static let enlargement: CGFloat = 3

    /// The caption of the unchanged picture.
    var caption: String { "\(summary), \(faces.count == 1 ? "1 face" : "\(faces.count) faces") found" }
}
