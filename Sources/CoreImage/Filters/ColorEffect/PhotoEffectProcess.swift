import Foundation

/// The look of cross-processed film: cool shadows, yellowish lights, strong contrast in red.
///
/// A fixed colour table over unpremultiplied sRGB-encoded colour; alpha is kept. Core Image's table is not published.
/// This one is made, for each component, of a weighted sum of the colour's components and of what red exceeds the
/// others by, followed by a curve with 17 knots. The numbers are fitted to a picture that Core Image made; the mean
/// difference from it is 0.8 of 255, about the noise of that JPEG file.
final class PhotoEffectProcess: CIFilter, CIPhotoEffect {
    override class var registration: CIFilterRegistration {
        .init(
            "CIPhotoEffectProcess",
            categories: [.colorEffect, .highDynamicRange, .interlaced, .nonSquarePixels, .video, .xmpSerializable],
            kind: .color, summary: "Gives an image the cool look of cross-processed film.")
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: false, range: 0...1) var extrapolate: Bool

    override var outputImage: CIImage? {
        guard let inputImage, let table = Self.table else { return nil }
        return inputImage.matchedFromWorkingSpace(to: .standard)?.lookedUp(in: table, extrapolate: extrapolate)
            .matchedToWorkingSpace(from: .standard)
    }

    private static let table = ColorTable(dimension: 33) { color in
        let redness = max(0, color.x - max(color.y, color.z))
        return SIMD3(red.value(color, redness), green.value(color, redness), blue.value(color, redness))
    }

    /// How one component follows from a colour.
    private struct Component {
        /// Weights of red, green and blue, whose sum is 1.
        let weights: SIMD3<Float>
        /// Weight of what red exceeds the other components by.
        let redness: Float
        /// Results for weighted sums from 0 to 1, evenly spaced.
        let curve: [Float]

        func value(_ color: SIMD3<Float>, _ excess: Float) -> Float {
            let place = min(max((color * weights).sum() + redness * excess, 0), 1) * Float(curve.count - 1)
            let knot = min(Int(place), curve.count - 2)
            return curve[knot] + (curve[knot + 1] - curve[knot]) * (place - Float(knot))
        }
    }

    private static let red = Component(
        weights: SIMD3(0.6754, 0.2811, 0.0435), redness: 0.2712,
        curve: [
            0.0056, 0.0070, 0.0070, 0.0070, 0.0128, 0.0139, 0.0265, 0.1551, 0.3156, 0.4765, 0.5720, 0.7133, 0.8087,
            0.8785,
            0.9374, 0.9928, 0.9995,
        ])
    private static let green = Component(
        weights: SIMD3(0.0182, 0.9601, 0.0218), redness: 0.0867,
        curve: [
            0, 0.0610, 0.1187, 0.1904, 0.2733, 0.3548, 0.4360, 0.5088, 0.5826, 0.6462, 0.7068, 0.7551, 0.8094, 0.8566,
            0.9064, 0.9565, 0.9998,
        ])
    private static let blue = Component(
        weights: SIMD3(-0.0507, 0.1082, 0.9426), redness: 0.2505,
        curve: [
            0.1447, 0.1881, 0.2359, 0.3001, 0.3694, 0.4220, 0.4819, 0.5205, 0.5553, 0.5822, 0.6112, 0.6339, 0.6692,
            0.7083,
            0.7520, 0.8001, 0.8587,
        ])
}

extension CIFilter {
    /// A filter with the look of cross-processed film.
    public class func photoEffectProcess() -> any CIFilter & CIPhotoEffect { PhotoEffectProcess() }
}
