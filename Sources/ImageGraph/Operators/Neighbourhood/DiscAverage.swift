import Foundation
import Pixels

/// The mean over a disc around each pixel; pixels on the rim count by the share of their area that lies in the disc.
///
/// Outside its extent the input is transparent.
public struct DiscAverage: NativeOperator {
    /// Name for descriptions and errors.
    public let name: String
    /// The image that is averaged.
    public let input: ImageNode
    /// Radius in pixels.
    public let radius: Double
    /// The disc.
    public let columns: DiscColumns

    /// An average; `radius` must be positive and finite.
    public init(name: String, input: ImageNode, radius: Double) {
        precondition(radius > 0 && radius.isFinite, "a disc needs a radius")
        (self.name, self.input, self.radius) = (name, input, radius)
        columns = DiscColumns.area(radius: radius)
    }

    /// How many pixels the disc reaches from its middle.
    public var reach: Int { columns.reach }
    /// The image that is averaged.
    public var inputs: [ImageNode] { [input] }
    /// The same average of another image.
    public func replacingInputs(by images: [ImageNode]) -> any NativeOperator {
        DiscAverage(name: name, input: images[0], radius: radius)
    }
    /// A step for each row, column and pixel of the rim.
    public var stepsPerPixel: Double { columns.stepsPerPixel }
    /// The radius.
    public var identity: AnyHashable? { radius }

    /// The discs around all pixels of `output`.
    public func regionOfInterest(ofInput index: Int, for output: CGRect) -> CGRect {
        if output.isNull || output.isInfinite { return output }
        let part = PixelRect(enclosing: output)
        return part.isEmpty ? .null : part.outset(by: reach).cgRect
    }

    /// Averages.
    public func render(inputs: [Raster], region: PixelRect, into output: Raster) throws {
        guard let image = inputs.first, !image.bounds.isEmpty else { return output.fill(region, with: .zero) }
        try DiscSweep<SumFold>(columns: columns, scale: Float(1 / columns.total))
            .run(image.covering(region.outset(by: reach)), region: region, into: output)
    }
}
