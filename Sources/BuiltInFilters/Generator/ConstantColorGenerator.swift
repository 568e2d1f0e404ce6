import CoreImageEssentials
import Foundation

/// One colour everywhere.
///
/// The colour is converted from its own space to the working space and premultiplied. The extent is infinite. Source:
/// Core Image Filter Reference, and a published render.
class ConstantColorGenerator: CIFilter {
    override class var registration: CIFilterRegistration {
        .init(
            "CIConstantColorGenerator", displayName: "Constant Color",
            categories: [.generator, .highDynamicRange, .video], kind: .generator,
            summary: "Makes one colour everywhere.", status: .exact)
    }

    @CIInput(default: CIColor(red: 1, green: 0, blue: 0)) var color: CIColor

    override var outputImage: CIImage? { CIImage(color: color) }
}

extension ConstantColorGenerator: CIFilterExampleProviding {
    static var example: CIFilterExample { .init(appearance: .oneColor) }
}
