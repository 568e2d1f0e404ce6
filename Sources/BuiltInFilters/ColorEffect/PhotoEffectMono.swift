import CoreImageEssentials
import Foundation

/// Black and white with soft contrast: the gray of a colour is about as light as the colour.
///
/// A fixed colour table over unpremultiplied sRGB-encoded colour, whatever the working space is; alpha is kept. All
/// three components are equal, so that gray is exactly neutral. Colours beyond 0…1 become those of the nearest face of
/// the cube, or with `extrapolate` continue its outermost cells. Core Image's table is not published. This one is a
/// `PhotographicLook`, whose numbers are fitted to a picture that Core Image made; the mean difference from it is 0.4
/// of 255 in smooth parts and 0.6 overall, most of which is the noise of a JPEG file. Colours that the picture doesn't
/// contain continue smoothly from those that it contains.
class PhotoEffectMono: CIFilter, CIPhotoEffect {
    override class var registration: CIFilterRegistration {
        .init(
            "CIPhotoEffectMono",
            categories: [.colorEffect, .highDynamicRange, .interlaced, .nonSquarePixels, .video, .xmpSerializable],
            kind: .color, summary: "Gives an image a black and white look with soft contrast.",
            status: .fitted(mean: 0.48, percentile99: 3))
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
                gamma: 1.905, weights: [0.266, 0.747, 0.082, 0.807, 0.339, 0.949],
                curve: [
                    0.004, 0.0477, 0.0997, 0.1579, 0.2209, 0.2865, 0.3566, 0.4275, 0.5041, 0.5794, 0.6523,
                    0.7253, 0.7928, 0.8552, 0.9121, 0.9609, 0.9942,
                ])
        ],
        refinement: .init(
            hexadecimal:
                """
                807f79787a7d8281807e7c7a7c83808281817d7d837f8082817f7f827e7e7f7f8081817d7d7d7e8081827c7c7d7e808182
                7f817d7b7c7f827f817f7b7c7e848180817f7d7e84807d80817f80837f7d7c7e8081827d7d7d7f8081817c7d7e7f808080
                7e7f7e7d7e80827f80807d7e80847f8081807d8084818080807e8085807e7d808081837e7e7e818181817d7e7f8080807f
                7c7e7f7f8081827c7e7f808081837e7f80827f8184808080807f8084807f7f807f7f837f7f7f807f7f807f7f8080807f7e
                7b7d7f808181827c7e7f808081827d7e80808081827f7f7f7f80818282818080808181818080807f7f80818180807f7f7e
                7b7d7f808181817c7e7f808081817e7f7f7f7f808181807f7d7f8081848381808081818483828180818083838281807f81
                7b7d7e808081817d7e7e7f808081807f7f7e7f80808382807f7f8080858482818080808685848281808086858483828080
                """))
}

extension CIFilter {
    /// A filter with a black and white look with soft contrast.
    public class func photoEffectMono() -> any CIFilter & CIPhotoEffect { registered(PhotoEffectMono()) }
}
