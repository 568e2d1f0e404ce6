import Foundation
import Pixels

/// A copy of an image: a place at which a rendering keeps the pixels instead of computing them again.
public struct Intermediate: NativeOperator {
    /// The image.
    public let image: ImageNode

    /// A copy of `image`.
    public init(_ image: ImageNode) { self.image = image }

    /// Name for descriptions and errors.
    public let name = "intermediate"
    /// The image.
    public var inputs: [ImageNode] { [image] }
    /// The same for all copies.
    public var identity: AnyHashable? { name }
    /// A copy of another image.
    public func replacingInputs(by images: [ImageNode]) -> any NativeOperator { Intermediate(images[0]) }
    /// What it makes.
    public func regionOfInterest(ofInput index: Int, for output: CGRect) -> CGRect { output }

    /// Copies the pixels.
    public func render(inputs: [Raster], region: PixelRect, into output: Raster) throws {
        let target = output.window(region)
        if let input = inputs.first, input.bounds.contains(region) { return target.copy(from: input) }
        target.fill(region, with: .zero)
        if let input = inputs.first { target.copy(from: input) }
    }
}
