import Foundation
import ImageGraph
import Pixels

/// An image of the host as a unit's worker process knows it: an extent and a number. Its pixels stay where they are.
struct HostImage: NativeOperator {
    /// Its place among the images that came with the request.
    let number: Int

    var name: String { "image \(number) of the host" }
    var inputs: [ImageNode] { [] }
    var identity: AnyHashable? { number }

    func replacingInputs(by images: [ImageNode]) -> any NativeOperator { self }
    func regionOfInterest(ofInput index: Int, for output: CGRect) -> CGRect { .null }

    func render(inputs: [Raster], region: PixelRect, into output: Raster) throws { throw HostImageError() }
}

/// A unit wanted to see pixels while it built a recipe.
struct HostImageError: Error, CustomStringConvertible {
    var description: String {
        "a unit's outputImage builds a recipe, and the pixels of its images stay with the host; "
            + "compute pixels in a CIImageProcessorKernel or a kernel instead"
    }
}
