import CoreImage

/// A picture of a person with the places of eyes and mouth, which were measured by eye in the picture enlarged three
/// times.
struct FacePortrait: Sendable {
    let image: CIImage
    let leftEye: CGPoint
    let rightEye: CGPoint
    let mouth: CGPoint
    let smiles: Bool

    /// Places in a file, with y downwards from the upper edge.
    struct Place: Sendable {
        let file: String
        let leftEye, rightEye, mouth: (x: CGFloat, y: CGFloat)
        let smiles: Bool
    }

    /// Official photographs of Barack Obama, who smiles, speaks, and looks down on the camera, and of Joe Biden.
    static let ofWhiteHouse = [
        Place(file: "obama.jpg", leftEye: (444, 214), rightEye: (550, 212), mouth: (499, 331), smiles: true),
        Place(file: "obama2.jpg", leftEye: (249, 370), rightEye: (363, 380), mouth: (299, 531), smiles: false),
        Place(file: "obama3.jpg", leftEye: (737, 385), rightEye: (857, 396), mouth: (786, 512), smiles: false),
        Place(file: "biden.jpg", leftEye: (533, 324), rightEye: (651, 347), mouth: (571, 465), smiles: false),
    ]

    init(image: CIImage, leftEye: CGPoint, rightEye: CGPoint, mouth: CGPoint, smiles: Bool) {
        (self.image, self.smiles) = (image, smiles)
        (self.leftEye, self.rightEye, self.mouth) = (leftEye, rightEye, mouth)
    }

    init(image: CIImage, place: Place) {
        func point(_ place: (x: CGFloat, y: CGFloat)) -> CGPoint {
            CGPoint(x: place.x, y: image.extent.height - place.y)
        }
        self.init(
            image: image, leftEye: point(place.leftEye), rightEye: point(place.rightEye), mouth: point(place.mouth),
            smiles: place.smiles)
    }

    /// The distance between the eyes, the unit of all measures in a face.
    var eyeDistance: CGFloat { hypot(rightEye.x - leftEye.x, rightEye.y - leftEye.y) }
    var middle: CGPoint {
        CGPoint(x: (leftEye.x + rightEye.x + mouth.x) / 3, y: (leftEye.y + rightEye.y + mouth.y) / 3)
    }
    /// Degrees counter-clockwise by which the line through the eyes is turned.
    var angle: CGFloat { atan2(rightEye.y - leftEye.y, rightEye.x - leftEye.x) * 180 / .pi }

    /// Returns the face in the middle of a square picture, scaled to a distance between the eyes and turned by an angle
    /// in degrees counter-clockwise.
    func centred(side: CGFloat, eyeDistance: CGFloat, angle: CGFloat = 0) -> FacePortrait {
        let scale = eyeDistance / self.eyeDistance
        let map = CGAffineTransform(translationX: side / 2, y: side / 2).rotated(by: angle * .pi / 180)
            .scaledBy(x: scale, y: scale).translatedBy(x: -middle.x, y: -middle.y)
        let soft =
            scale < 1
            ? image.clampedToExtent().applyingGaussianBlur(sigma: 0.4 / Double(scale)) : image.clampedToExtent()
        return FacePortrait(
            image: soft.transformed(by: map).cropped(to: CGRect(x: 0, y: 0, width: side, height: side)),
            leftEye: leftEye.applying(map), rightEye: rightEye.applying(map), mouth: mouth.applying(map), smiles: smiles
        )
    }

    func with(_ image: CIImage) -> FacePortrait {
        FacePortrait(image: image, leftEye: leftEye, rightEye: rightEye, mouth: mouth, smiles: smiles)
    }

    /// Whether a detected face is this one.
    func isFound(by face: CIFeature) -> Bool {
        hypot(face.bounds.midX - middle.x, face.bounds.midY - middle.y) < 0.3 * face.bounds.width
    }
}
