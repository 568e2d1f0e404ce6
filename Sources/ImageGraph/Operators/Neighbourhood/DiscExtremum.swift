import Foundation
import Pixels

/// The largest or smallest value of each component among the pixels whose centres are within a radius of each pixel's
/// centre.
///
/// The input is transparent outside of its extent.
package struct DiscExtremum: NativeOperator {
    /// Name for descriptions and error messages.
    package let name: String
    /// The image to examine.
    package let input: ImageNode
    /// Whether the maximum or the minimum is computed.
    package let extremum: Extremum
    /// Radius in pixels.
    package let radius: Double
    /// The pixels of the disc.
    package let columns: DiscColumns

    /// Creates an extremum; `radius` must be finite and not negative.
    package init(name: String, input: ImageNode, extremum: Extremum, radius: Double) {
        precondition(radius >= 0 && radius.isFinite, "radius must be finite and not negative")
        (self.name, self.input, self.extremum, self.radius) = (name, input, extremum, radius)
        columns = DiscColumns.centers(radius: radius)
    }

    /// Distance in pixels from the disc's centre pixel to its farthest one.
    package var reach: Int { columns.reach }
    /// The image to examine.
    package var inputs: [ImageNode] { [input] }
    /// Returns the same extremum of another image.
    package func replacingInputs(by images: [ImageNode]) -> any NativeOperator {
        DiscExtremum(name: name, input: images[0], extremum: extremum, radius: radius)
    }
    /// One step for each row and column of the disc.
    package var workPerPixel: Double { columns.workPerPixel }
    /// The kind of extremum, and the radius.
    package var identity: AnyHashable? { [extremum == .maximum ? 1 : 0, radius] }

    /// Returns the pixels of the discs around all pixels of `output`.
    package func regionOfInterest(ofInput index: Int, for output: CGRect) -> CGRect {
        if output.isNull || output.isInfinite { return output }
        let part = PixelRect(enclosing: output)
        return part.isEmpty ? .null : part.outset(by: reach).cgRect
    }

    /// Computes the extrema of `region`.
    package func render(inputs: [Raster], region: PixelRect, into output: Raster) throws {
        guard let image = inputs.first, !image.bounds.isEmpty else { return output.fill(region, with: .zero) }
        let whole = image.covering(region.outset(by: reach))
        switch extremum {
        case .maximum: try DiscSweep<LargestFold>(columns: columns, scale: 1).run(whole, region: region, into: output)
        case .minimum: try DiscSweep<SmallestFold>(columns: columns, scale: 1).run(whole, region: region, into: output)
        }
    }
}
