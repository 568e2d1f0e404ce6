import Foundation
import ImageGraph
import Pixels

/// A copy of an image: a place at which a rendering may keep the pixels instead of computing them again.
struct Intermediate: NativeOperator {
    let image: ImageNode

    let name = "intermediate"
    var inputs: [ImageNode] { [image] }
    var identity: AnyHashable? { name }
    var isIntermediate: Bool { true }
    func replacingInputs(by images: [ImageNode]) -> any NativeOperator { Intermediate(image: images[0]) }

    func regionOfInterest(ofInput index: Int, for output: CGRect) -> CGRect { output }

    func render(inputs: [Raster], region: PixelRect, into output: Raster) throws {
        output.window(region).copy(from: inputs[0])
    }
}

extension CIImage {
    /// The same image with a hint: a rendering that would compute it several times, for several readers or wide
    /// margins, may compute it once and keep the pixels.
    ///
    /// Pixels, extent and properties stay the same.
    public func insertingIntermediate() -> CIImage {
        if node.extent.isNull { return self }
        return replacing(node: .native(Intermediate(image: node), extent: node.extent))
    }

    /// The same image, with the hint of `insertingIntermediate()` when `cache` is true.
    public func insertingIntermediate(cache: Bool) -> CIImage { cache ? insertingIntermediate() : self }
}
