import BuiltInFilters
import CoreImageEssentials
import Detection
import Foundation

/// The mean colour of a face's skin.
struct FaceColor {
    /// The linear colour.
    let color: SIMD3<Double>
    /// The weight relative to other faces: the width of the face in pixels of the sample.
    let size: Double

    /// Returns the skin colours of the picture's faces, except those that are too small in the sample.
    static func all(in picture: AnalyzedPicture) -> [FaceColor] {
        picture.faces.compactMap { FaceColor($0.bounds.applying(picture.sample.fromImage), in: picture.sample) }
    }

    /// - Parameter bounds: The bounds of the face, in pixels of the sample.
    private init?(_ bounds: CGRect, in sample: PictureSample) {
        // The central half of a face contains neither hair nor background.
        let middle = bounds.insetBy(dx: bounds.width / 4, dy: bounds.height / 4)
            .intersection(CGRect(x: 0, y: 0, width: sample.width, height: sample.height))
        if middle.isNull { return nil }
        var pixels: [(color: SIMD3<Double>, luminance: Double)] = []
        var luminances = Histogram(in: 0...1)
        for y in Int(middle.minY.rounded())..<Int(middle.maxY.rounded()) {
            for x in Int(middle.minX.rounded())..<Int(middle.maxX.rounded()) {
                guard let color = sample.exposedColor(x, y) else { continue }
                pixels.append((color, color.luminance))
                luminances.add(color.luminance, weight: 1)
            }
        }
        // Eyes, nostrils and lips are darker than skin, and highlights are lighter.
        let skin = luminances.quantile(0.3)...luminances.quantile(0.9)
        pixels.removeAll { !skin.contains($0.luminance) }
        if pixels.count < 8 { return nil }
        color = pixels.reduce(SIMD3<Double>()) { $0 + $1.color } / Double(pixels.count)
        size = bounds.width
    }
}
