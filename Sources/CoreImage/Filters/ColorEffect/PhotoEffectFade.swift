import Foundation

/// The washed-out look of a print that has faded: weak colours, greens and yellows paled most.
///
/// A fixed colour table over unpremultiplied sRGB-encoded colour, whatever the working space is; alpha is kept.
/// Colours beyond 0…1 become those of the nearest face of the cube, or with `extrapolate` continue its outermost
/// cells. Core Image's table is not published. This one is a `PhotographicLook`, whose numbers are fitted to a
/// picture that Core Image made; the mean difference from it is 0.7 of 255 in smooth parts and 1.3 overall, most of
/// which is the noise of a JPEG file. What the picture has no colours for follows smoothly from what it has.
final class PhotoEffectFade: CIFilter, CIPhotoEffect {
    override class var registration: CIFilterRegistration {
        .init(
            "CIPhotoEffectFade",
            categories: [.colorEffect, .highDynamicRange, .interlaced, .nonSquarePixels, .video, .xmpSerializable],
            kind: .color, summary: "Gives an image the washed-out look of a print that has faded.")
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: false, range: 0...1) var extrapolate: Bool

    override var result: CIImage? {
        inputImage?.lookingLike(Self.table, extrapolate: extrapolate)
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
        ],
        refinement: """
            807d70686e7c8882828072768088808b847b7b81897c8283807f82877a7e81828282847b7e81838383837c7f8183848381
            817e756e717a847e827f6b737d877983817a7b80897a7680807b80877e7e82828082848182838484828184848484848280
            81807c77777c827f828573787e867d82817b7f81887e7e7f7f7c808884838282808083888684848482808b88868585827f
            7d80817f7e7f817c8086817f81847b8083838081867d7e7d807f80858b84807e807e828f898381837f80928c888584827e
            777d8183838382707c84878583836a7b85898483827c7d7f828281828b84807f808081928c83807f7f829791898482847d
            707880848686856a788287878583687a85898784817b81858986827f8d828182837f7f958c83807f7e819a948c867e817f
            68737d848888876b778086888784717c84888885807d83868886827e8a88878583807c938d88857f7f7c9c948d87818181
            808180807f808181807f808180808281808181807e818080807f7e7e81807f7e7d7d7e80807f7e7d7e7e7f7f7f7f7e7f7f
            7f7e7f7f8081817f80807d8182808180818082827f807f81807e807f8080817e7d7f807f80807f7e7f807f7f7f807f7f80
            7e7e7e7f8081817f7f7f7f8282807f80808084837f808080807f82807f7f80817e82827f7f80818080817e7f8080808080
            7e7f7f7f8080817f8080808181807f7f808183828080807f808283818080807f7f80827e7f80807e7f827e7f7f807f8081
            7e7f7f808080817e7f7f808181817f7f7f8081818181818180808281817f8080808280807f7e7f7f808080807f7f7f8081
            7e7f7f808080817e7f7f808081817e7f80808181818080808181808081808080808080828080808080818281807f7f7f80
            7e7e7f808081817e7f80808080807d7f80818080807e80818181807f8081818181807e8282818181817e84828181817f80
            80807f7d797a7c82807e7f807f7f827f7d81838482817f80828484837f7f7f818383837e7f7f808182827e7f8080808181
            7e7f7f7e7d7d7e8081807c7f8180847f817f808282817e7f82828283807f7e7f8182837f7f7f808081827e7f8080808081
            7c7e7f7e7f7f807e80807d7f81817f80807f80828181808180808282808080807e81837f8080817f80837f7f7f7f7f7f81
            7b7e7f7f8080817b7f80808081817f7e80818181818180808083828280807f7f7f8083807f7f7f7c7e82807f7e7e7e7f80
            7c7e7f808080817e7f7f808080818180807f808181818080807f8181817f8080808280817e7d7e7f808081807f7e7f8080
            7e7e7f808080817f7f7f7f808081807f7f7f808080807f7f7f80807f8182818180807f8281818180807f828180807f8081
            7f7f7f7f8080817f7f7f7f80808080808080807f7f80828281807f7e8284848281807d8384848281817d84838281808080
            """)
}

extension CIFilter {
    /// A filter with the washed-out look of a print that has faded.
    public class func photoEffectFade() -> any CIFilter & CIPhotoEffect { PhotoEffectFade() }
}
