import Foundation
import Pixels

/// The second half of a pass of k-means: computes the mean colour of each cluster from the sums of all blocks, in
/// double precision.
///
/// Pixel (i, 0) holds mean i: red, green and blue not premultiplied, and in alpha the cluster's fraction of the sum of
/// all alphas. A cluster without pixels keeps its mean, with alpha 0.
struct ClusterMeans: NativeOperator {
    private let cells: ImageNode
    private let before: ImageNode
    private let sums: ClusterSums

    /// - Parameter before: The means that the pixels in `sums` are assigned to.
    init(of sums: ClusterSums, before: ImageNode) {
        self.init(.native(sums, extent: sums.grid.extent.cgRect), before, sums)
    }

    private init(_ cells: ImageNode, _ before: ImageNode, _ sums: ClusterSums) {
        (self.cells, self.before, self.sums) = (cells, before, sums.withoutImages)
    }

    let name = "means of clusters"
    var inputs: [ImageNode] { [cells, before] }
    var identity: AnyHashable? { sums.identity }
    /// All means are computed from the sums of all blocks.
    var workPerPixel: Double { 2 * Double(sums.grid.blocks.area) }
    var needsFullPrecision: Bool { true }
    func replacingInputs(by images: [ImageNode]) -> any NativeOperator { ClusterMeans(images[0], images[1], sums) }

    /// The image of means.
    var node: ImageNode { .native(self, extent: row) }

    private var row: CGRect { CGRect(x: 0, y: 0, width: sums.count, height: 1) }

    func regionOfInterest(ofInput index: Int, for output: CGRect) -> CGRect {
        if output.isNull { return .null }
        let cells = sums.grid.extent
        return index == 1 ? row : cells.isEmpty ? .null : cells.cgRect
    }

    func render(inputs: [Raster], region: PixelRect, into output: Raster) throws {
        let clusters = try clusters(inputs[0])
        let total = clusters.reduce(0) { $0 + $1.w }
        for y in region.y..<region.maxY {
            for x in region.x..<region.maxX {
                let sum = clusters[x]
                let mean = sum.w > 0 ? SIMD4<Float>(sum / sum.w) : inputs[1][x, 0]
                output[x, y] = SIMD4(mean.x, mean.y, mean.z, sum.w > 0 ? Float(sum.w / total) : 0)
            }
        }
    }

    private func clusters(_ cells: Raster) throws -> [SIMD4<Double>] {
        let meter = WorkMeter.current
        let (blocks, grid) = (sums.grid.blocks, sums.grid)
        var result = [SIMD4<Double>](repeating: .zero, count: sums.count)
        for row in blocks.y..<blocks.maxY {
            try meter?.check()
            for column in blocks.x..<blocks.maxX {
                for index in 0..<2 * sums.count {
                    let (x, y) = grid.place(index)
                    let part = cells[column * grid.cellWidth + x, row * grid.cellHeight + y]
                    result[index % sums.count] += SIMD4<Double>(part)
                }
            }
        }
        return result
    }
}
