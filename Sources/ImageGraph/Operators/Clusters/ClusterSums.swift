import Foundation
import Pixels

/// The first half of a pass of k-means: for every block of 64 × 64 pixels, the sum of the pixels that are nearest to each mean.
///
/// Nearest is the least squared distance between the mean's red, green and blue and the pixel's, which are divided by alpha for it; of equally
/// near ones the first. The sums are of premultiplied pixels, so that their alphas are weights. A block's cell holds the sums as
/// floats, and behind all of them what the floats lack.
struct ClusterSums: NativeOperator {
    private let image: ImageNode
    private let means: ImageNode
    /// Number of means.
    let count: Int
    /// Blocks and cells.
    let grid: BlockGrid

    /// - Parameter means: `count` × 1 pixels from the origin.
    init(of image: ImageNode, area: PixelRect, means: ImageNode, count: Int) {
        let cell = BlockGrid.cell(holding: 2 * count)
        self.init(image, means, count, BlockGrid(area: area, block: (64, 64), cell: cell))
    }

    private init(_ image: ImageNode, _ means: ImageNode, _ count: Int, _ grid: BlockGrid) {
        (self.image, self.means, self.count, self.grid) = (image, means, count, grid)
    }

    let name = "sums of clusters"
    var inputs: [ImageNode] { [image, means] }
    var identity: AnyHashable? { Identity(count: count, grid: grid) }
    private struct Identity: Hashable {
        let count: Int
        let grid: BlockGrid
    }
    var needsFullPrecision: Bool { true }
    func replacingInputs(by images: [ImageNode]) -> any NativeOperator {
        ClusterSums(images[0], images[1], count, grid)
    }

    func regionOfInterest(ofInput index: Int, for output: CGRect) -> CGRect {
        if output.isNull { return .null }
        return index == 0 ? grid.regionOfInterest(for: output) : CGRect(x: 0, y: 0, width: count, height: 1)
    }

    func render(inputs: [Raster], region: PixelRect, into output: Raster) throws {
        let (image, row) = (inputs[0], inputs[1])
        let means = (0..<count).map { row[$0, 0] }
        withUnsafeTemporaryAllocation(of: SIMD4<Double>.self, capacity: count) { sums in
            grid.fill(region, of: output) { part, cell in
                sums.initialize(repeating: .zero)
                means.withUnsafeBufferPointer {
                    Self.add(part.intersection(image.bounds), of: image, nearest: $0, to: sums)
                }
                for index in 0..<count { (cell[index], cell[count + index]) = BlockReduction.split(sums[index]) }
            }
        }
    }

    private static func add(
        _ part: PixelRect, of image: Raster, nearest means: UnsafeBufferPointer<SIMD4<Float>>,
        to sums: UnsafeMutableBufferPointer<SIMD4<Double>>
    ) {
        for y in part.y..<part.maxY {
            let row = image.row(y) + (part.x - image.bounds.x)
            var x = 0
            while x < part.width {
                // Eight at a time; the last of a row may be fewer.
                let number = min(8, part.width - x)
                var colors = EightColors()
                for index in 0..<number { colors[index] = row[x + index] }
                let found = colors.nearest(of: means)
                for index in 0..<number where row[x + index].countsInClusters {
                    sums[Int(found[index])] += SIMD4<Double>(row[x + index])
                }
                x += number
            }
        }
    }
}

/// Eight colours, component by component.
private struct EightColors {
    private var red = SIMD8<Float>.zero
    private var green = SIMD8<Float>.zero
    private var blue = SIMD8<Float>.zero
    private var alpha = SIMD8<Float>.one

    /// A premultiplied pixel that is to be one of them.
    subscript(index: Int) -> SIMD4<Float> {
        @inline(__always) get { SIMD4(red[index], green[index], blue[index], alpha[index]) }
        @inline(__always) set {
            (red[index], green[index], blue[index], alpha[index]) = (newValue.x, newValue.y, newValue.z, newValue.w)
        }
    }

    /// The number of the nearest mean to each, the first of equals.
    @inline(__always)
    func nearest(of means: UnsafeBufferPointer<SIMD4<Float>>) -> SIMD8<Int32> {
        let (red, green, blue) = (red / alpha, green / alpha, blue / alpha)
        var least = SIMD8<Float>(repeating: .infinity)
        var found = SIMD8<Int32>.zero
        for index in 0..<means.count {
            let mean = means[index]
            let (r, g, b) = (red - mean.x, green - mean.y, blue - mean.z)
            let square = r * r + g * g + b * b
            let isNearer = square .< least
            least.replace(with: square, where: isNearer)
            found.replace(with: SIMD8(repeating: Int32(truncatingIfNeeded: index)), where: isNearer)
        }
        return found
    }
}
