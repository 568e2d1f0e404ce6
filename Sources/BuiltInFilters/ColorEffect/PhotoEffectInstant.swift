import CoreImageEssentials
import Foundation

/// The look of an instant photograph: lifted purplish shadows, warm and weak colours.
///
/// A fixed colour table over unpremultiplied sRGB-encoded colour, whatever the working space is; alpha is kept. Colours
/// beyond 0…1 become those of the nearest face of the cube, or with `extrapolate` continue its outermost cells. Core
/// Image's table is not published. This one is a `PhotographicLook`, whose numbers are fitted to a picture that Core
/// Image made; the mean difference from it is 0.9 of 255 in smooth parts and 2.1 overall, most of which is the noise of
/// a JPEG file. Colours that the picture doesn't contain continue smoothly from those that it contains.
class PhotoEffectInstant: CIFilter, CIPhotoEffect {
    override class var registration: CIFilterRegistration {
        .init(
            "CIPhotoEffectInstant",
            categories: [.colorEffect, .highDynamicRange, .interlaced, .nonSquarePixels, .video, .xmpSerializable],
            kind: .color, summary: "Gives an image the look of an instant photograph.",
            status: .fitted(mean: 1.59, percentile99: 12))
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
                gamma: 2.364, weights: [0.414, 0.314, 0.02, 0.387, 0.71, 0.839],
                curve: [
                    0.1431, 0.1527, 0.1731, 0.2354, 0.3473, 0.4636, 0.5669, 0.6541, 0.7252, 0.7789, 0.8188,
                    0.8503, 0.8811, 0.9034, 0.9233, 0.9421, 0.9572,
                ]),
            .init(
                gamma: 2.264, weights: [0.036, 0.746, 0.014, 0.836, -0.013, 0.848],
                curve: [
                    0.107, 0.1255, 0.137, 0.2182, 0.3305, 0.4273, 0.5187, 0.5895, 0.6468, 0.6962, 0.7438,
                    0.7886, 0.828, 0.8674, 0.9056, 0.9468, 0.9934,
                ]),
            .init(
                gamma: 1.535, weights: [0.053, 0.102, 0.461, 0.848, 0.28, 0.291],
                curve: [
                    0.2008, 0.2355, 0.2883, 0.3509, 0.4236, 0.4991, 0.5599, 0.609, 0.6497, 0.6889, 0.7299,
                    0.7779, 0.8205, 0.8671, 0.9085, 0.9571, 1.0049,
                ]),
        ],
        refinement: .init(
            hexadecimal:
                """
                7f7b828a867d76837b677b7b797b8d857d7577798191877d7f7b7b808f8c8986807e7f8e8f8f8c86827f8c9091908c867f
                8581828b89827a827c7e9a8d817d8e7e7e8a8c82808a84817d7b8184878b928a7d8184878b8e8a85828287898a8a888480
                8c84828888847e8e7f779092887f85827b8b988b8380808180858b87808486848187878184868584828482838384838181
                8f86828486848190827e848b8983888281828e8c8680817f81898c887d7d7f7e8185877c7d7d7e7f81877c7d7d7e7e7f83
                8d8783828383838c85808084858488847d7e838686818185807f86867c7c7e808183867878777b7e81867878787a7c7e84
                8a86838181828387848180808283848380808081827f8181827f7f8276767a7d7f7c817475767b7d7f82747677797c7d82
                88858381808082828382807f7f807c7f80807f7e7e747a7d7f7e7c7c7075797b7c7b7c71747778797a7e727475777b7e80
                7f7d838f9fa49f8181727f838183847d7b79756c6f867f787b766e6a8783807f7b746e868584837f7a758686868583817e
                8386868e969997807e818c8e8c85827f7e83847c7584867e7e7f7971848585847f7b7584848483807e7b84848483818181
                8b8a888a8d8f8f89837e868b8a8581807e8288847a7f8081808482748182828282847b8282828180818182828281808184
                8e8c89878787878c8a86838585828684807e84837c7f817f8084837b7f8081818383817f8081807f828480808080808285
                8c8a87848282818787848281817f8182818080807e827f807f7f817f7d7e7f808082817c7e7f808081827e7f7f7f808284
                87868482807e7d828281807e7e7d7e7f7e7e7d7e7e7e7d7c7c7d7d7e797c7c7d7d7b7f7a7c7c7e7e7f817c7e7e7f808182
                8281807f7e7c7a7e7e7d7d7c7c7b7a7a7b7b7b7b7c77787979797a7c7678797978787c78797b7b7b797e7b7c7d7e808180
                7f7f8790979a9c807a77808382877d797b7d7972717d8084847c736c7f838687837a728084878988837d8185898b8c8c8a
                8b83868d93959382817d7d868a837d807f777775737d83817f7a756f7f818184867e768184878b8c888285888c8f91908e
                958d8a8c8e8d899188858885827e81817d7c7a78757b7f7f7b7a766f7e7f818483817b8485888c8f8b87898b8e91939290
                97908c8b888581938a8887837e7a8885827e7e7a7380807e7e7e7a748080838285847f87868a8c8c8b8a8b8c8e9091908f
                938f8b8884807c8c8b8b88827d7883868c88807b76827e7e7f7e7c787d7e7d7e80807e878385858585848a8a8a8b8c8c8a
                8e8c8a86827e7a87878784807c78828282817e7b787e7c78777a7978787c79797a767a7d7c7c7c7d7e7e84848383848685
                89888784817d798382807f7d7c797d7b7a7a7a7a797675767677777773747677767476757778797874797b7c7c7d7e7e80
                """))
}

extension CIFilter {
    /// A filter with the look of an instant photograph.
    public class func photoEffectInstant() -> any CIFilter & CIPhotoEffect { registered(PhotoEffectInstant()) }
}
