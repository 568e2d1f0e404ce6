import CoreImageEssentials
import Foundation

/// Black and white with strong contrast, as through an orange filter: greens and blues turn black, reds stay light.
///
/// A fixed colour table over unpremultiplied sRGB-encoded colour, whatever the working space is; alpha is kept. All
/// three components are equal, so that gray is exactly neutral. Colours beyond 0…1 become those of the nearest face of
/// the cube, or with `extrapolate` continue its outermost cells. Core Image's table is not published. This one is a
/// `PhotographicLook`, whose numbers are fitted to a picture that Core Image made; the mean difference from it is 0.5
/// of 255 in smooth parts and 1.2 overall, most of which is the noise of a JPEG file. Colours that the picture doesn't
/// contain continue smoothly from those that it contains.
class PhotoEffectNoir: CIFilter, CIPhotoEffect {
    override class var registration: CIFilterRegistration {
        .init(
            "CIPhotoEffectNoir",
            categories: [.colorEffect, .highDynamicRange, .interlaced, .nonSquarePixels, .video, .xmpSerializable],
            kind: .color, summary: "Gives an image a black and white look with strong contrast.",
            status: .fitted(mean: 0.9, percentile99: 8))
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
                gamma: 1.146, weights: [0.509, 0.121, -0.281, -0.091, 0.633, 0.587],
                curve: [
                    0.0132, 0.0365, 0.0669, 0.1099, 0.1633, 0.227, 0.3017, 0.3846, 0.4731, 0.5604, 0.647,
                    0.7291, 0.8051, 0.8699, 0.9217, 0.9599, 0.9965,
                ])
        ],
        refinement: .init(
            hexadecimal:
                """
                7d7b7c7d7e80817f808080808181818380818182808080807d7f81817f7d7a797c7f827d7a78777a7e827b797877797d81
                807a7b7d7e7f7f817f7e7d80807f8280817f80807d817e7d8184817f807c78777e81827e7b79797c80847b7a7a7a7c8085
                7f7d7d7e7e7e7d80817e80807e7a82828081817f7b847f818081807e817d817e7f81817e7c7d7e8083857c7b7b7d7f8388
                7f7e7e7f7e7d7b7e817f81807d7a7f848182817e7a82808180807f7c837a7f8280807f7f7c7d818283867c7c7c7f82868a
                807f7f7f7e7d7c7e8081807e7c7a7c8281807e7b787d847f807d7b79817f7c807e7d7b807d7c818282817b7b7d81858789
                8180807f7f7e7d8180807e7d7b7980807f7d7b79767d827e7b7a77747d827d7e7d75747e7b7c81837e7b79797e858d8484
                8382807f7e7e7e83807e7c7b7a79827f7c797775747f7e7b7876736f7c7d7b7a79746c797b7d81857c6e767a808b958b7f
                """))
}

extension CIFilter {
    /// A filter with a black and white look with strong contrast.
    public class func photoEffectNoir() -> any CIFilter & CIPhotoEffect { registered(PhotoEffectNoir()) }
}
