import Foundation
import Pixels

/// The largest or smallest value of each component among pixels at given offsets from each pixel, in one or more
/// images.
///
/// The images are transparent outside of their extents.
package struct ShiftedExtremum: NativeOperator {
    /// An image, and the offsets of the pixels to examine.
    package struct Layer: Sendable {
        /// The image.
        package var image: ImageNode
        /// Offsets of the pixels to examine; at least one.
        package var offsets: [PixelOffset]

        /// Creates a layer; `offsets` must not be empty.
        package init(_ image: ImageNode, offsets: [PixelOffset]) {
            precondition(!offsets.isEmpty, "offsets must not be empty")
            (self.image, self.offsets) = (image, offsets)
        }

        /// Returns the pixels that a part of the result depends on.
        package func reach(of part: PixelRect) -> PixelRect {
            let (columns, rows) = (offsets.map(\.column), offsets.map(\.row))
            let (left, bottom) = (columns.min() ?? 0, rows.min() ?? 0)
            return PixelRect(
                x: part.x + left, y: part.y + bottom, width: part.width + (columns.max() ?? 0) - left,
                height: part.height + (rows.max() ?? 0) - bottom)
        }
    }

    /// Name for descriptions and error messages.
    package let name: String
    /// The images and offsets to examine; at least one layer.
    package let layers: [Layer]
    /// Whether the maximum or the minimum is computed.
    package let extremum: Extremum

    /// Creates an extremum over at least one layer.
    package init(name: String, layers: [Layer], extremum: Extremum) {
        precondition(!layers.isEmpty, "layers must not be empty")
        (self.name, self.layers, self.extremum) = (name, layers, extremum)
    }

    /// The layers' images.
    package var inputs: [ImageNode] { layers.map(\.image) }
    /// Returns the same extremum of other images.
    package func replacingInputs(by images: [ImageNode]) -> any NativeOperator {
        ShiftedExtremum(
            name: name, layers: zip(images, layers).map { Layer($0, offsets: $1.offsets) }, extremum: extremum)
    }
    /// One step for each offset.
    package var workPerPixel: Double { Double(layers.reduce(0) { $0 + $1.offsets.count }) }
    /// The kind of extremum, and the offsets.
    package var identity: AnyHashable? { Identity(extremum: extremum, offsets: layers.map(\.offsets)) }
    private struct Identity: Hashable {
        let extremum: Extremum
        let offsets: [[PixelOffset]]
    }

    /// Returns the pixels at the offsets from all pixels of `output`.
    package func regionOfInterest(ofInput index: Int, for output: CGRect) -> CGRect {
        if output.isNull || output.isInfinite { return output }
        let part = PixelRect(enclosing: output)
        return part.isEmpty ? .null : layers[index].reach(of: part).cgRect
    }

    /// Computes the extrema of `region`.
    package func render(inputs: [Raster], region: PixelRect, into output: Raster) throws {
        switch extremum {
        case .maximum: try fold(LargestFold.self, inputs, region, output)
        case .minimum: try fold(SmallestFold.self, inputs, region, output)
        }
    }

    private func fold<Fold: PixelFold>(_: Fold.Type, _ inputs: [Raster], _ region: PixelRect, _ output: Raster) throws {
        let meter = WorkMeter.current
        for (index, layer) in layers.enumerated() {
            let whole = inputs[index].covering(layer.reach(of: region))
            for y in region.y..<region.maxY {
                try meter?.check()
                let target = output.row(y) + (region.x - output.bounds.x)
                for (number, offset) in layer.offsets.enumerated() {
                    let source = whole.row(y + offset.row) + (region.x + offset.column - whole.bounds.x)
                    if index == 0, number == 0 {
                        target.update(from: source, count: region.width)
                    } else {
                        for x in 0..<region.width { target[x] = Fold.combine(target[x], source[x]) }
                    }
                }
            }
        }
    }
}
