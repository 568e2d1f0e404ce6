import CoreImageEssentials
import Foundation

/// The vivid look of slide film: strong contrast and strong colours.
///
/// A fixed colour table over unpremultiplied sRGB-encoded colour, whatever the working space is; alpha is kept. Colours
/// beyond 0…1 become those of the nearest face of the cube, or with `extrapolate` continue its outermost cells. Core
/// Image's table is not published. This one is a `PhotographicLook`, whose numbers are fitted to a lossless picture of
/// Core Image (iOS 7), which it matches with mean 0.40 and 99th percentile 3 of 255, and to a pair of JPEG pictures
/// (2022), with mean 0.6 in smooth parts: the look is the same in both. Colours that the pictures don't contain
/// continue smoothly from those that they contain.
class PhotoEffectChrome: CIFilter, CIPhotoEffect {
    override class var registration: CIFilterRegistration {
        .init(
            "CIPhotoEffectChrome",
            categories: [.colorEffect, .highDynamicRange, .interlaced, .nonSquarePixels, .video, .xmpSerializable],
            kind: .color, summary: "Gives an image the vivid look of slide film.",
            status: .fitted(mean: 0.26, percentile99: 3))
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
                gamma: 1.32, weights: [1.534, -0.127, -0.08, 0.286, 1.717, 0.776],
                curve: [
                    0.0091, 0.0302, 0.0408, 0.0841, 0.2094, 0.3196, 0.4272, 0.5218, 0.6041, 0.6691, 0.7263,
                    0.7774, 0.8257, 0.8724, 0.9161, 0.9541, 0.9943,
                ]),
            .init(
                gamma: 0.768, weights: [0.151, 0.754, -0.019, 0.976, 0.176, 0.931],
                curve: [
                    0.0058, 0.035, 0.0778, 0.1362, 0.2315, 0.3404, 0.4462, 0.5426, 0.6218, 0.688, 0.7442,
                    0.7954, 0.8422, 0.885, 0.9226, 0.9592, 0.9923,
                ]),
            .init(
                gamma: 1.189, weights: [-0.053, -0.015, 1.03, 0.97, 1.227, -0.069],
                curve: [
                    0.0098, 0.0586, 0.0951, 0.1411, 0.2359, 0.3395, 0.4427, 0.5396, 0.6238, 0.6916, 0.7486,
                    0.8004, 0.8455, 0.8856, 0.9264, 0.9593, 0.9935,
                ]),
        ], refinement: .init(base64: refinement))
}

extension CIFilter {
    /// A filter with the vivid look of slide film.
    public class func photoEffectChrome() -> any CIFilter & CIPhotoEffect { registered(PhotoEffectChrome()) }
}
