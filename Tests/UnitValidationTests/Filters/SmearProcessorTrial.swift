import ImageGraph
import Pixels

@testable import BuiltInFilters
@testable import CoreImage
@testable import CoreImageEssentials
@testable import Detection
@testable import Recipes
@testable import UnitHosting

/// `SmearTrial` computed by code that stands for a unit's C function, which skips pixels that aren't in memory.
final class SmearProcessorTrial: CIFilter {
    @CIInput var inputImage: CIImage?
    @CIInput("inputRadius", default: 20, min: 0, max: 20, slider: 0...20, identity: 0) var radius: Float

    /// Pixels by which the region is too small.
    private let shortage: Int

    init(shortage: Int) {
        self.shortage = shortage
        super.init()
    }

    required init?(coder: NSCoder) { nil }

    override class func customAttributes() -> [String: Any]? {
        [
            kCIAttributeFilterDisplayName: "Smear", kCIAttributeDescription: "Smears a picture.",
            kCIAttributeFilterCategories: [kCICategoryBlur],
        ]
    }

    override var outputImage: CIImage? {
        guard let image = inputImage else { return nil }
        let smear = Smear(inputs: [image.node], reach: Int(radius.rounded(.down)), shortage: shortage)
        return CIImage(node: .native(smear, extent: image.extent.insetBy(dx: -CGFloat(smear.reach), dy: 0)))
    }
}

/// The average of a pixel and the one `reach` to its right.
private struct Smear: NativeOperator {
    let inputs: [ImageNode]
    let reach: Int
    let shortage: Int

    var name: String { "smear" }
    var isUntrusted: Bool { true }

    func replacingInputs(by images: [ImageNode]) -> any NativeOperator {
        Smear(inputs: images, reach: reach, shortage: shortage)
    }

    func regionOfInterest(ofInput index: Int, for output: CGRect) -> CGRect {
        if output.isInfinite { return output }
        let width = output.width + CGFloat(max(0, reach - shortage))
        return CGRect(x: output.minX, y: output.minY, width: width, height: output.height)
    }

    func render(inputs: [Raster], region: PixelRect, into output: Raster) throws {
        for y in region.y..<region.maxY {
            for x in region.x..<region.maxX { output[x, y] = 0.5 * (inputs[0][x, y] + inputs[0][x + reach, y]) }
        }
    }
}
