import Foundation
import Pixels

/// The largest or smallest value of each component among the pixels whose centres lie within a radius of each pixel's centre.
///
/// Outside its extent the input is transparent.
public struct DiscExtremum: NativeOperator {
    /// Name for descriptions and errors.
    public let name: String
    /// The image that is looked at.
    public let input: ImageNode
    /// Which value is taken.
    public let extremum: Extremum
    /// Radius in pixels.
    public let radius: Double
    /// The disc.
    public let columns: DiscColumns

    /// An extremum; `radius` must be finite and not negative.
    public init(name: String, input: ImageNode, extremum: Extremum, radius: Double) {
        precondition(radius >= 0 && radius.isFinite, "a disc needs a radius")
        (self.name, self.input, self.extremum, self.radius) = (name, input, extremum, radius)
        columns = DiscColumns.centers(radius: radius)
    }

    /// How many pixels the disc reaches from its middle.
    public var reach: Int { columns.reach }
    /// The image that is looked at.
    public var inputs: [ImageNode] { [input] }
    /// The same of another image.
    public func replacingInputs(by images: [ImageNode]) -> any NativeOperator {
        DiscExtremum(name: name, input: images[0], extremum: extremum, radius: radius)
    }
    /// A step for each row and column.
    public var stepsPerPixel: Double { columns.stepsPerPixel }
    /// Which value, and the radius.
    public var identity: AnyHashable? { [extremum == .maximum ? 1 : 0, radius] }

    /// The discs around all pixels of `output`.
    public func regionOfInterest(ofInput index: Int, for output: CGRect) -> CGRect {
        if output.isNull || output.isInfinite { return output }
        let part = PixelRect(enclosing: output)
        return part.isEmpty ? .null : part.outset(by: reach).cgRect
    }

    /// Compares.
    public func render(inputs: [Raster], region: PixelRect, into output: Raster) throws {
        guard let image = inputs.first, !image.bounds.isEmpty else { return output.fill(region, with: .zero) }
        let whole = image.covering(region.outset(by: reach))
        switch extremum {
        case .maximum: try DiscSweep<LargestFold>(columns: columns, scale: 1).run(whole, region: region, into: output)
        case .minimum: try DiscSweep<SmallestFold>(columns: columns, scale: 1).run(whole, region: region, into: output)
        }
    }
}
