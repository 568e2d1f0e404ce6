import CoreImage

/// A picture with faces, for recipes that need some.
struct GalleryPeople: Sendable {
    let image: CIImage
    /// Bounds as the detector tells them.
    let faces: [CGRect]
    /// What the picture is, for captions.
    let summary: String

    /// The gallery's picture where faces are found in it; else the drawn people.
    ///
    /// - Throws: `CIDetectionError` where faces can't be looked for; `Refusal` where none are found even in the drawing.
    init(scene: CIImage, context: CIContext) throws {
        let search = try FaceSearch(.init(least: 0.1), context: context)
        let drawn = DrawnPeople.image(in: GalleryScene.frame)
        for (image, summary) in [(scene, "the picture"), (drawn, "drawn people")] {
            // The gallery's pictures are so small that people in the background have no more pixels than detectors need.
            let larger = try image.filtered(
                by: "CILanczosScaleTransform", parameters: [kCIInputScaleKey: Self.enlargement])
            let back = CGAffineTransform(scaleX: 1 / Self.enlargement, y: 1 / Self.enlargement)
            let faces = try search.faces(in: larger).map { $0.bounds.applying(back) }
            if faces.isEmpty { continue }
            (self.image, self.faces, self.summary) = (image, faces, summary)
            return
        }
        throw Refusal("no faces are found in the drawn people; install the Debian package opencv-data for its cascades")
    }

    /// How much larger the picture is for the detector.
    private static let enlargement: CGFloat = 3

    /// The caption of the picture as it was.
    var caption: String { "\(summary), \(faces.count == 1 ? "1 face" : "\(faces.count) faces") found" }
}
