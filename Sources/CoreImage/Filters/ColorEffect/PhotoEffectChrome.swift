import Foundation

/// The vivid look of slide film: strong contrast and strong colours.
///
/// A fixed colour table over unpremultiplied sRGB-encoded colour, whatever the working space is; alpha is kept.
/// Colours beyond 0…1 become those of the nearest face of the cube, or with `extrapolate` continue its outermost
/// cells. Core Image's table is not published. This one is a `PhotographicLook`, whose numbers are fitted to a
/// picture that Core Image made; the mean difference from it is 0.9 of 255 in smooth parts and 2.4 overall, most of
/// which is the noise of a JPEG file. What the picture has no colours for follows smoothly from what it has.
final class PhotoEffectChrome: CIFilter, CIPhotoEffect {
    override class var registration: CIFilterRegistration {
        .init(
            "CIPhotoEffectChrome",
            categories: [.colorEffect, .highDynamicRange, .interlaced, .nonSquarePixels, .video, .xmpSerializable],
            kind: .color, summary: "Gives an image the vivid look of slide film.")
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
        ],
        refinement: """
            80875c6e7a787b7d8777868480807a928a8e8884827578858a898785736e767f8587887974757a808588847f7a797b8187
            82886a6871777d798d6f6f7879807f818286857e817f5e698487868491806d78878987a4937f787e8588b39f8c7e7b7f86
            8384797071777d7a867d6f787b7e7a818382857f807f947c7c898382aeb37e74838884ccb28f777a8686ddb89a837a7e85
            8385837e7c7c7d79768886817e7d775c868f827e7e7b737c837e7d7fb8ab967e81827ee5bf9c827c8583f7c9a2897c7c84
            83888b8986827e7c8190938a827c77768f9b8a807b6a657184827e7c9e8a7e7c807f7ddeaf8a877f7f84f3c8a28c807783
            828a90928e8780858f96968f857d87969a978c837c9f9c938b86817da6767477808380b8957a78808082cdb39689887c7e
            818c9498948c829a9d9d9891887fb6afa2958b847ecfb69e8c83807fc0a08b7e787e81a7918076738281998d827c7d837f
            807d7b7279899482848073747f88868484837c797c87837f85807b7886828081817e7a8482818181807e82828181828282
            807e7973757e897e817d7b797a827f827f86847d7b8588787f817f7a87847e8080817d8683818081818085838281818183
            84817b76767b8180827c757d7e7f7d7f80818a827b7f85807d84827985867e7d80857f8785817f808282878583807f8083
            8685807c7a7b7e8385847f807f7d817e818485817c817f7f8183827b8385847e7f837f868584807b8183888583807d7e82
            868684817f7d7c84848483817f7d8280818583817e817e7e8182827f82807f80808380858280817d7f84878583817e7c81
            8585858482807d8383838382807e8181818282817f807e7f8081818181807d7d7f838283817f7e80808385848281827e80
            8384858584827f83838383828180838281808080818381807f7e808283817f7d7c7f8182817f7c7c807f8281807f7f8280
            817e7e7d7c79767d7e858482807e787b818b858985787b857f8287887a7a7b7b83898c7b7b7b7e858b8f7c7d7f83888d91
            89847f7f807c7682837a717d80738281836c737d767f797f86848586807d7679898c8d817f7e828a8c8d81828487898a8a
            89868381807d777e80808182817c7f7f80848486867f877f7d808a8d83887e7f7f8a8f858584888c898a85858788878483
            87878685827f7b82848485858483807e8083898a8a7f7d807f878e8d8285847b7c858e87868682787d87888787857f7c7e
            8787878684827f8586878686858584838785858889807e7e8280888b817f7f8180848a868181827c7e84888685827d777d
            8787878685848287868685858484858484838384868180808080848782837f7f7f84868481808082808486848281827b7e
            86868686858585878685848383838886848281818289868381808081878683807e7f808483817e7c817f82817f7f818480
            """)
}

extension CIFilter {
    /// A filter with the vivid look of slide film.
    public class func photoEffectChrome() -> any CIFilter & CIPhotoEffect { PhotoEffectChrome() }
}
