import CoreImageEssentials
import Foundation

/// The warm look of an old photograph: yellowish lights, blues and cyans turned greenish.
///
/// A fixed colour table over unpremultiplied sRGB-encoded colour, whatever the working space is; alpha is kept. Colours
/// beyond 0…1 become those of the nearest face of the cube, or with `extrapolate` continue its outermost cells. Core
/// Image's table is not published. This one is a `PhotographicLook`, whose numbers are fitted to a picture that Core
/// Image made; the mean difference from it is 0.7 of 255 in smooth parts and 2.0 overall, most of which is the noise of
/// a JPEG file. Colours that the picture doesn't contain continue smoothly from those that it contains.
class PhotoEffectTransfer: CIFilter, CIPhotoEffect {
    override class var registration: CIFilterRegistration {
        .init(
            "CIPhotoEffectTransfer",
            categories: [.colorEffect, .highDynamicRange, .interlaced, .nonSquarePixels, .video, .xmpSerializable],
            kind: .color, summary: "Gives an image the warm look of an old photograph.",
            status: .fitted(mean: 1.45, percentile99: 11))
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
                gamma: 2.132, weights: [0.766, 0.047, 0.016, 0.057, 0.921, 0.856],
                curve: [
                    0.0014, 0.0263, 0.0731, 0.122, 0.221, 0.3368, 0.4497, 0.5532, 0.6447, 0.724, 0.7942,
                    0.8558, 0.9004, 0.9289, 0.9458, 0.9818, 1.0018,
                ]),
            .init(
                gamma: 1.542, weights: [0.038, 0.885, 0.152, 0.617, 0.067, 0.865],
                curve: [
                    0.0077, 0.0248, 0.0758, 0.1572, 0.2465, 0.3403, 0.4291, 0.5153, 0.5945, 0.6783, 0.7455,
                    0.8034, 0.8512, 0.8931, 0.9306, 0.9542, 0.9785,
                ]),
            .init(
                gamma: 1.139, weights: [0.083, 0.141, 0.712, 0.583, 0.87, 0.102],
                curve: [
                    0.0061, 0.04, 0.0919, 0.1473, 0.218, 0.2817, 0.3528, 0.423, 0.4995, 0.5767, 0.6389, 0.7006,
                    0.7528, 0.8013, 0.8418, 0.8812, 0.9188,
                ]),
        ],
        refinement: .init(
            hexadecimal:
                """
                827d878b867e747c7e8384847a777e8a837b7b7a7c838782807a797b878888847d7a7a8a8b8a87817c798e8d8b89857f7a
                83778088867f77827b858f877b777f7f8185857c7c8181827c797b7d84888d867a7a7c86898a87817c7b88888887847f7a
                817b7f8585817b847b808c8a827b80827d878e837c83837f7d81817e838583817d7f7e82848585827d7c81838484837f7b
                807e808384827f817c808487847f8180807f89867f82837f7f8584808181807d7e7e807e7f7f7f7c7c807a7d8081817f7b
                80808082828281807f80828383817f8081818283827f8182807e8382827d7f83808583797b7e837e7f8572767c8080827b
                828281818182828282818181828283808183818182827d8287818181807f7d8383818275767a818182826c717a8180827e
                848382818081838583828181818285818081818181847c7d8282807f7d777a8183807c7274798183807a68707a82838481
                8182848a908e8278807f8485837c7e878283827f7f84858282807e7f888583807e7d7e8985827f7d7d7d8984817e7d7c7c
                827a7d8487857f877a818687837b867d818488837b8884808182817e8684817f7c7e7f82807f7d7c7d7e7d7d7d7c7c7c7d
                867f7c7e80807e887f798386827c877c7e848a847d8a83828084838083817a7d7d80807a7b7b7c7d7d7e7176797b7c7c7d
                8a837d7c7c7c7c8883797b7f807e82807b7a83827f847c868183837f7e7a867e7e807e6f757d7d7b7c7f656f777b7b7c7e
                8d867f7b7a7b7b8c857c787a7c7d87827b76797c7e807b837f767e7f7b79818a7e827e676f7c887f7e7f5d6a767e7d7d7e
                9088817c7a79799188807a78797a9287807a77787b8880867e76787b78767e847f7b7c69707b898780805c697883847f80
                938b837d7a7877948b837d787777938a837d7876768a84827e7a77777b7b7f817f7b786c747c8489827a5e6c7a868b8680
                837f858885817d76807e8788858174878489898782757d858787868477797d818384847b79797b7e81837f7a7776787c81
                8671777d7f7e7b837b7d7a807e78807c848284827d7c757d8688847f7e7a767c838380807c78787c7f7f817d7976777a7e
                887a777a7c7c7c8a7a7c807f7d7c847b8081827f7b8484818185807b8582787e827f7c83807b77797c7c817f7c7876787a
                8a827c7b7c7c7d88817d7f7e7d7c847a80807f7d7a857a88807e7d7a87808b7d7e7d798381847d7b79787e7f7e7c797878
                8d87817e7d7d7d8b8581807e7d7c887e81857e7c7b81757f86787b7b8378818b7e7f7a7e7b858d7b7c79787c81827d7a78
                908b85807e7d7c8e8884817f7d7c8d8282827f7d7b82758285807d7b78757c89877c7c73747e8c8a7f806e768189867d7b
                938e88837f7d7b908a85817f7d7c8a858281807e7c807c808384807d74767e8689847d6b737e8a91897d6472818e928880
                """))
}

extension CIFilter {
    /// A filter with the warm look of an old photograph.
    public class func photoEffectTransfer() -> any CIFilter & CIPhotoEffect { registered(PhotoEffectTransfer()) }
}
