import BuiltInFilters
import CoreImageEssentials
import Detection
import Foundation

/// The pixels around an eye, and the tone of the skin among them.
struct EyeRegion {
    let place: EyeSearchArea
    let sample: PictureSample
    /// The size of the sample relative to the image.
    let scale: Double
    /// The expected centre of the eye in the sample.
    let expected: CGPoint
    /// The median tone of the pixels.
    let skin: SkinTone

    /// The maximum length of the copy's longer side, in pixels. A pupil then covers about twenty.
    private static let longestSide = 128.0
    /// The minimum distance between the eyes, in pixels of the image. In smaller faces a pupil has too few pixels.
    private static let leastSpacing = 16.0
    /// The radius of the largest pupil with its iris, as a fraction of the distance between the eyes.
    private static let surroundings = 0.24

    /// Nil if the face is too small, or if the eye is outside the picture.
    init?(_ place: EyeSearchArea, in picture: AnalyzedPicture) throws {
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

    /// The distance between the eyes, in pixels of the sample.
    var spacing: Double { place.spacing * scale }
}
