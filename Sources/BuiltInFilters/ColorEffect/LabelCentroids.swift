import CoreImageEssentials
import Foundation
import ImageGraph
import Pixels

/// The second half of mean positions: adds up the sums of all blocks, row by row, in double precision.
///
/// Pixel (i, 0) holds the mean x of the centres of the pixels that carry the number i in red, the mean y in green, and
/// alpha 1. It is transparent if no pixel carries i.
struct LabelCentroids: NativeOperator {
    private let cells: ImageNode
    private let sums: LabelPositionSums

    init(of sums: LabelPositionSums) { self.init(.native(sums, extent: sums.extent), sums) }

    private init(_ cells: ImageNode, _ sums: LabelPositionSums) {
        (self.cells, self.sums) = (cells, sums.withoutImages)
    }

    let name = "mean positions"
    var inputs: [ImageNode] { [cells] }
    var identity: AnyHashable? { sums.identity }
    var needsFullPrecision: Bool { true }
    /// One step for each block.
    var workPerPixel: Double { Double(sums.blocks.area) }
    func replacingInputs(by images: [ImageNode]) -> any NativeOperator { LabelCentroids(images[0], sums) }

    /// The image node of the operator, one pixel for each number.
    var node: ImageNode { .native(self, extent: CGRect(x: 0, y: 0, width: sums.memberships, height: 1)) }

    func regionOfInterest(ofInput index: Int, for output: CGRect) -> CGRect { output.isNull ? .null : sums.extent }

    func render(inputs: [Raster], region: PixelRect, into output: Raster) throws {
        let cells = inputs.first ?? Raster(bounds: .empty)
        let meter = WorkMeter.current
        for y in region.y..<region.maxY {
            for x in region.x..<region.maxX {
                try meter?.check()
                output[x, y] = mean(of: x, cells)
            }
        }
    }

    private func mean(of number: Int, _ cells: Raster) -> SIMD4<Float> {
        let (blocks, size) = (sums.blocks, Double(LabelPositionSums.blockSize))
        var (x, y, count) = (0.0, 0.0, 0.0)
        for row in blocks.y..<blocks.maxY {
            for column in blocks.x..<blocks.maxX {
                let cell = SIMD4<Double>(cells[column * sums.memberships + number, row])
                x += cell.x + Double(column) * size * cell.z
                y += cell.y + Double(row) * size * cell.z
                count += cell.z
            }
        }
        return count > 0 ? SIMD4(Float(x / count + 0.5), Float(y / count + 0.5), 0, 1) : .zero
    }
}
