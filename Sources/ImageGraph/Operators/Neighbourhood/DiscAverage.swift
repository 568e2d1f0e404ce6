import Foundation
import Pixels

/// The mean over a disc around each pixel. Pixels on the rim are weighted by the fraction of their area inside the
/// disc.
///
/// The input is transparent outside of its extent.
package struct DiscAverage: NativeOperator {
    /// Name for descriptions and error messages.
    package let name: String
    /// The image to average.
    package let input: ImageNode
    /// Radius in pixels.
    package let radius: Double
    /// The pixels of the disc and their weights.
    package let columns: DiscColumns

    /// Creates an average; `radius` must be positive and finite.
    package init(name: String, input: ImageNode, radius: Double) {
        precondition(radius > 0 && radius.isFinite, "radius must be positive and finite")
        (self.name, self.input, self.radius) = (name, input, radius)
        columns = DiscColumns.area(radius: radius)
    }

    /// Distance in pixels from the disc's centre pixel to its farthest one.
    package var reach: Int { columns.reach }
    /// The image to average.
    package var inputs: [ImageNode] { [input] }
    /// Returns the same average of another image.
    package func replacingInputs(by images: [ImageNode]) -> any NativeOperator {
        DiscAverage(name: name, input: images[0], radius: radius)
    }
    /// One step for each row, column and rim pixel of the disc.
    package var workPerPixel: Double { columns.workPerPixel }
    /// The radius.
    package var identity: AnyHashable? { radius }

    /// Returns the pixels of the discs around all pixels of `output`.
    package func regionOfInterest(ofInput index: Int, for output: CGRect) -> CGRect {
        if output.isNull || output.isInfinite { return output }
        let part = PixelRect(enclosing: output)
        return part.isEmpty ? .null : part.outset(by: reach).cgRect
    }

    /// Computes the averages of `region`.
    package func render(inputs: [Raster], region: PixelRect, into output: Raster) throws {
        guard let image = inputs.first, !image.bounds.isEmpty else { return output.fill(region, with: .zero) }
        try DiscSweep<SumFold>(columns: columns, scale: Float(1 / columns.total))
            .run(image.covering(region.outset(by: reach)), region: region, into: output)
    }
}
