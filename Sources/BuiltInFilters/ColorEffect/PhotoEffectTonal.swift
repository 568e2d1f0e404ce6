import CoreImageEssentials
import Foundation

/// Plain black and white, with lifted shadows and darkened highlights.
///
/// A fixed colour table over unpremultiplied sRGB-encoded colour, whatever the working space is; alpha is kept. All
/// three components are equal, so that gray is exactly neutral. Colours beyond 0…1 become those of the nearest face of
/// the cube, or with `extrapolate` continue its outermost cells. Core Image's table is not published. This one is a
/// curve with 17 knots over the weighted sum 0.299 R + 0.587 G + 0.114 B. The curve is fitted to a picture that Core
/// Image made; the mean difference from it is 0.4 of 255 in smooth parts and 0.7 overall, most of which is the noise of
/// a JPEG file. Colours that the picture doesn't contain continue smoothly from those that it contains.
class PhotoEffectTonal: CIFilter, CIPhotoEffect {
    override class var registration: CIFilterRegistration {
        .init(
            "CIPhotoEffectTonal",
            categories: [.colorEffect, .highDynamicRange, .interlaced, .nonSquarePixels, .video, .xmpSerializable],
            kind: .color, summary: "Gives an image a plain black and white look.",
            status: .fitted(mean: 0.52, percentile99: 5))
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: false, range: 0...1) var extrapolate: Bool

    override var outputImage: CIImage? {
        inputImage?.applyingSRGBTable(Self.table, extrapolate: extrapolate)
    }

    private static let table = look.table

    private static let look = PhotographicLook(
        [
            .init(
                gamma: 1, weights: [0.299, 0.587, 0.114, 0.701, 0.413, 0.886],
                curve: [
                    0.0929, 0.15, 0.2125, 0.278, 0.3444, 0.4107, 0.4777, 0.5442, 0.6065, 0.6648, 0.7174,
                    0.7657, 0.8084, 0.8474, 0.8794, 0.9065, 0.9236,
                ])
        ])
}

extension CIFilter {
    /// A filter with a plain black and white look.
    public class func photoEffectTonal() -> any CIFilter & CIPhotoEffect { registered(PhotoEffectTonal()) }
}
