import Foundation

/// The look of cross-processed film: cool shadows, yellowish lights, strong contrast in red.
///
/// A fixed colour table over unpremultiplied sRGB-encoded colour, whatever the working space is; alpha is kept.
/// Colours beyond 0…1 become those of the nearest face of the cube, or with `extrapolate` continue its outermost
/// cells. Core Image's table is not published. This one is a `PhotographicLook`, whose numbers are fitted to a
/// picture that Core Image made; the mean difference from it is 0.7 of 255 in smooth parts and 2.9 overall, most of
/// which is the noise of a JPEG file. What the picture has no colours for follows smoothly from what it has.
final class PhotoEffectProcess: CIFilter, CIPhotoEffect {
    override class var registration: CIFilterRegistration {
        .init(
            "CIPhotoEffectProcess",
            categories: [.colorEffect, .highDynamicRange, .interlaced, .nonSquarePixels, .video, .xmpSerializable],
            kind: .color, summary: "Gives an image the cool look of cross-processed film.")
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
        ],
        refinement: """
            7f85a6a280777c807f868e787c857b7f8693828181727f96867f7e7f6f777f7d7d7d7f6d7072767a7d806c6c6e72787d82
            827a82827c7b7e7f82787b787982827e888e787b84786b8086747a8275706a7a7f7c807474757d7f7f8071767b7f818180
            7c747274797d807f7e7774797c817f84817f7b7c827e81807f787a837c7c75807b7d82797b7f8a8681817880878a88847f
            767170747a7f827973777b7d7f807e807e827f7d7f7e827e7f7d797f7f81837e7c7a827c8588887e7e81838c908f8a847e
            747476797e818476787f83838281797d848c84807e7f7f6c817e7d7d7d7c7781817f7e7f918b89857f7e929c999189837d
            74797c7f828485757b8287878582787a85908b85807e73869d8a837e7987898a86847e8e98868381827ea4a6998d848080
            777d8284868687747c848a8b8985737a8790918a8275788a95928a817f818c908b848196938e887f7c83b1a49588807c80
            8081868a88827e8083818685807e82808080817f7e85817d7f807f7e8683807f7f807f8583828180808084848383828281
            7f8387898784807e7f838987827f80807f8384807d8488807f807f7e858582817f7f7f8584838382818084848484848381
            808587888684817d81838585837f807e808285817e82807f807e7e7d84828182807f7e8484848483818084848585848381
            808587868583817e8586848382807f80818182807e817f7f80807f7e8380807f7f7f7f8383848482808084858585838280
            81838484838281808383828181808181808080807f80818081807f7e80808181807f7e8283828080807f84848483828180
            81818181818080808080808080807f7f7f7f7f807f807f7e7e807f7f7f8082807f7f7f8182838280807f84848381808080
            807f7e7e7f7f807f7e7e7e7f7f807d7d7e7e7f7f807c7d7e7f7f7f7f7d7f818080807f8081828281807f83838281808080
            807f7e7b78777a8580807f7e7d7f86827e8182848384817d80848586817f7e7f8385867e7e7e808283847a7c7e80818282
            7d8081808080807e8081808384838081818184838382847f818383837f7e7d808183837b7c7e80828281787b7e80818180
            7b7e81838484837d7c808385858381808082878483817f80807c81827c797d827f8080787b7e81827f7e767b7f81817f7e
            7c7e81838485847e80818385848381818081848481818180818282807c7d7f7e7d7e7e777c82827e7d7d767b8081807e7e
            7d7f81838484847e8182838383838082858383838181817f84858280807f7f81817e7e7a7f817d7e7f7f787c7f7f7e7e80
            7e8081828283837e7f80818282837e7e7e808282827f7c7b7c8382817f8583807f81807f82848381807f7d7e7f7e7f8181
            7f8080808181827c7c7d7e80818279797b7d7f818277787b7c7f81827a7d7f7e7f81817f8181807f82808482807e7e7f80
            """)
}

extension CIFilter {
    /// A filter with the cool look of cross-processed film.
    public class func photoEffectProcess() -> any CIFilter & CIPhotoEffect { PhotoEffectProcess() }
}
