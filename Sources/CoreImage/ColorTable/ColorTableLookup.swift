import Foundation
import ImageGraph
import Pixels

/// Looks every pixel up in a colour table.
struct ColorTableLookup: NativeOperator {
    let image: ImageNode
    let table: ColorTable
    /// Whether colours beyond 0…1 continue the table linearly.
    let extrapolate: Bool

    var name: String { "colour table" }
    var inputs: [ImageNode] { [image] }
    func replacingInputs(by images: [ImageNode]) -> any NativeOperator {
        ColorTableLookup(image: images[0], table: table, extrapolate: extrapolate)
    }

    func regionOfInterest(ofInput index: Int, for output: CGRect) -> CGRect { output }

    func render(inputs: [Raster], region: PixelRect, into output: Raster) throws {
        let input = inputs[0]
        let part = region.intersection(input.bounds)
        if part != region { output.fill(region, with: .zero) }
        guard !part.isEmpty else { return }
        for y in part.y..<part.maxY {
            table.map(
                input.row(y) + (part.x - input.bounds.x), to: output.row(y) + (part.x - output.bounds.x),
                count: part.width, extrapolate: extrapolate)
        }
    }
}

extension CIImage {
    /// The image with its unpremultiplied working-space colours replaced by those of a table.
    func lookedUp(in table: ColorTable, extrapolate: Bool) -> CIImage {
        let lookup = ColorTableLookup(image: node, table: table, extrapolate: extrapolate)
        return CIImage(node: ImageNode(.native(lookup), extent: node.extent))
    }
}
