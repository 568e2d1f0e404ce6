import Foundation

/// The pixels around an eye, and the colour of the skin among them.
struct EyeRegion {
    let place: EyePlace
    let sample: PictureSample
    /// Pixels of the sample for one of the image.
    let scale: Double
    /// The eye's expected middle in the sample.
    let expected: CGPoint
    /// The skin's colour: the middle of all.
    let skin: SkinTone

    /// Pixels of the copy's longer side at most; a pupil has some twenty of them.
    private static let longestSide = 128.0
    /// The least distance of eyes in pixels: in smaller faces a pupil has hardly any.
    private static let leastSpacing = 16.0
    /// The largest pupil's radius, as a part of the eyes' distance, with the iris around it.
    private static let surroundings = 0.24

    /// nil where the face is too small or the eye is outside the picture.
    init?(_ place: EyePlace, in picture: AnalyzedPicture) throws {
        let reach = place.spacing * (place.tolerance + Self.surroundings)
        let square = CGRect(
            x: place.center.x - reach, y: place.center.y - reach, width: 2 * reach, height: 2 * reach
        ).integral.intersection(picture.image.extent)
        guard place.spacing >= Self.leastSpacing, square.contains(place.center) else { return nil }
        let sample = try PictureSample(
            of: picture.image.cropped(to: square), orientation: .up, longestSide: Self.longestSide,
            context: picture.context)
        guard let skin = SkinTone(of: sample) else { return nil }
        (self.place, self.sample, self.skin) = (place, sample, skin)
        scale = Double(sample.fromImage.a)
        expected = place.center.applying(sample.fromImage)
    }

    /// The eyes' distance in pixels of the sample.
    var spacing: Double { place.spacing * scale }
}
