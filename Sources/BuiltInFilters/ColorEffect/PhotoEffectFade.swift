import CoreImageEssentials
import Foundation

/// The washed-out look of a print that has faded: weak colours, greens and yellows paled most.
///
/// A fixed colour table over unpremultiplied sRGB-encoded colour, whatever the working space is; alpha is kept. Colours
/// beyond 0…1 become those of the nearest face of the cube, or with `extrapolate` continue its outermost cells. Core
/// Image's table is not published. This one is a `PhotographicLook`, whose numbers are fitted to a lossless picture of
/// Core Image (iOS 7), which it matches with mean 0.22 and 99th percentile 1 of 255, and to a pair of JPEG pictures
/// (2022), with mean 0.4 in smooth parts: the look is the same in both. Colours that the pictures don't contain
/// continue smoothly from those that they contain.
class PhotoEffectFade: CIFilter, CIPhotoEffect {
    override class var registration: CIFilterRegistration {
        .init(
            "CIPhotoEffectFade",
            categories: [.colorEffect, .highDynamicRange, .interlaced, .nonSquarePixels, .video, .xmpSerializable],
            kind: .color, summary: "Gives an image the washed-out look of a print that has faded.",
            status: .fitted(mean: 0.16, percentile99: 1))
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
                gamma: 1.646, weights: [0.724, 0.508, -0.125, 0.467, 0.601, 1.048],
                curve: [
                    0.0009, 0.0342, 0.0828, 0.1412, 0.1987, 0.2776, 0.3671, 0.4528, 0.5374, 0.6136, 0.6812,
                    0.7425, 0.7939, 0.8478, 0.8835, 0.9229, 0.9842,
                ]),
            .init(
                gamma: 1.606, weights: [0.004, 0.839, 0.11, 0.981, 0.125, 0.857],
                curve: [
                    -0.0021, 0.0384, 0.0915, 0.1497, 0.2154, 0.2864, 0.3662, 0.4517, 0.5366, 0.6147, 0.6833,
                    0.7436, 0.7953, 0.8412, 0.8835, 0.9258, 0.986,
                ]),
            .init(
                gamma: 1.331, weights: [0.04, 0.412, 0.559, 0.972, 0.637, 0.475],
                curve: [
                    -0.0003, 0.0257, 0.0769, 0.1444, 0.2113, 0.2852, 0.3648, 0.4501, 0.5349, 0.6146, 0.6839,
                    0.7435, 0.7954, 0.8409, 0.8832, 0.9249, 0.9873,
                ]),
        ], refinement: .init(base64: refinement))
}

extension CIFilter {
    /// A filter with the washed-out look of a print that has faded.
    public class func photoEffectFade() -> any CIFilter & CIPhotoEffect { registered(PhotoEffectFade()) }
}
