import Foundation
import Pixels

/// A copy of an image, at which a rendering stores the pixels instead of computing them again.
package struct Intermediate: NativeOperator {
    /// The image to copy.
    package let image: ImageNode

    /// Creates a copy of `image`.
    package init(_ image: ImageNode) { self.image = image }

    /// Name for descriptions and error messages.
    package let name = "intermediate"
    /// The image to copy.
    package var inputs: [ImageNode] { [image] }
    /// Equal for all copies.
    package var identity: AnyHashable? { name }
    /// Returns a copy of another image.
    package func replacingInputs(by images: [ImageNode]) -> any NativeOperator { Intermediate(images[0]) }
    /// Returns `output`.
    package func regionOfInterest(ofInput index: Int, for output: CGRect) -> CGRect { output }

    /// Copies the pixels.
    package func render(inputs: [Raster], region: PixelRect, into output: Raster) throws {
        let target = output.window(region)
        if let input = inputs.first, input.bounds.contains(region) { return target.copy(from: input) }
        target.fill(region, with: .zero)
        if let input = inputs.first { target.copy(from: input) }
    }
}
