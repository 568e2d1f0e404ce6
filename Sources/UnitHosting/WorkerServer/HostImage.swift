import CoreImageEssentials
import Foundation
import ImageGraph
import Pixels

/// The stand-in, in a worker process, for an image of the host: an extent and a number. Its pixels stay in the host.
struct HostImage: NativeOperator {
    /// The index of the image among the request's images.
    let number: Int

    var name: String { "image \(number) of the host" }
    var inputs: [ImageNode] { [] }
    var identity: AnyHashable? { number }

    func replacingInputs(by images: [ImageNode]) -> any NativeOperator { self }
    func regionOfInterest(ofInput index: Int, for output: CGRect) -> CGRect { .null }

    func render(inputs: [Raster], region: PixelRect, into output: Raster) throws { throw HostImageError() }
}

/// The error if a unit tries to render an image while it builds a recipe.
struct HostImageError: Error, CustomStringConvertible {
    var description: String {
        "a unit's outputImage builds a recipe, and the pixels of its images stay with the host; "
            + "compute pixels in a CIImageProcessorKernel or a kernel instead"
    }
}
