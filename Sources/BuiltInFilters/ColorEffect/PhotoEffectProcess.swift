import CoreImageEssentials
import Foundation

/// The look of cross-processed film: cool shadows, yellowish lights, strong contrast in red.
///
/// A fixed colour table over unpremultiplied sRGB-encoded colour, whatever the working space is; alpha is kept. Colours
/// beyond 0…1 become those of the nearest face of the cube, or with `extrapolate` continue its outermost cells. Core
/// Image's table is not published. This one is a `PhotographicLook`, whose numbers are fitted to a lossless picture of
/// Core Image (iOS 7), which it matches with mean 0.23 and 99th percentile 2 of 255, and to a pair of JPEG pictures
/// (2022), with mean 0.5 in smooth parts: the look is the same in both. Colours that the pictures don't contain
/// continue smoothly from those that they contain.
class PhotoEffectProcess: CIFilter, CIPhotoEffect {
    override class var registration: CIFilterRegistration {
        .init(
            "CIPhotoEffectProcess",
            categories: [.colorEffect, .highDynamicRange, .interlaced, .nonSquarePixels, .video, .xmpSerializable],
            kind: .color, summary: "Gives an image the cool look of cross-processed film.",
            status: .fitted(mean: 0.17, percentile99: 1))
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
                gamma: 1.979, weights: [0.86, 0.113, 0.057, 0.29, 0.907, 0.933],
                curve: [
                    0.0047, 0.0074, 0.012, 0.0143, 0.0188, 0.0182, 0.0516, 0.165, 0.3253, 0.4735, 0.5994,
                    0.7138, 0.8042, 0.8784, 0.9419, 0.9948, 1,
                ]),
            .init(
                gamma: 2.19, weights: [0.041, 0.964, 0.025, 0.974, 0.125, 0.985],
                curve: [
                    -0.0001, 0.0611, 0.1235, 0.1931, 0.2739, 0.3539, 0.4327, 0.5057, 0.5774, 0.6422, 0.7041,
                    0.7595, 0.8107, 0.8603, 0.9074, 0.9561, 0.9998,
                ]),
            .init(
                gamma: 2.211, weights: [0.018, 0.088, 1.074, 1.031, 1.241, 0.1],
                curve: [
                    0.1461, 0.1841, 0.2366, 0.3044, 0.3686, 0.4248, 0.4755, 0.5177, 0.5529, 0.5837, 0.6126,
                    0.64, 0.6713, 0.7072, 0.7513, 0.8036, 0.8576,
                ]),
        ], refinement: .init(base64: refinement))
}

extension CIFilter {
    /// A filter with the cool look of cross-processed film.
    public class func photoEffectProcess() -> any CIFilter & CIPhotoEffect { registered(PhotoEffectProcess()) }
}
