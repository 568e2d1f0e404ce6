import Foundation
import Pixels

/// The first half of a pass of k-means: for every block of 64 × 64 pixels, computes the sum of the pixels that are
/// nearest to each mean.
///
/// The nearest mean has the smallest squared distance between its red, green and blue and the pixel's, which are
/// divided by alpha first. Of equally near means the first is taken. The sums are of premultiplied pixels, so alpha is
/// the weight of a colour. A block's cell holds the sums rounded to floats, followed by the rounding errors of all of
/// them.
struct ClusterSums: NativeOperator {
    private let image: ImageNode
    private let means: ImageNode
    /// Number of means.
    let count: Int
    /// The blocks of the area, and the cells that hold their sums.
    let grid: BlockGrid

    /// - Parameter means: An image of `count` × 1 pixels from the origin.
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
    /// Every pixel of a block is compared with every mean.
    var workPerPixel: Double { Double(count) * grid.pixelsPerCellPixel }
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
        try withUnsafeTemporaryAllocation(of: SIMD4<Double>.self, capacity: count) { sums in
            try grid.fill(region, of: output) { part, cell in
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
        withUnsafeTemporaryAllocation(of: SIMD4<Float>.self, capacity: 8) { rest in
            rest.initialize(repeating: .zero)
            for y in part.y..<part.maxY {
                let row = UnsafePointer(image.row(y) + (part.x - image.bounds.x))
                for x in stride(from: 0, to: part.width, by: 8) {
                    let number = min(8, part.width - x)
                    var pixels = UnsafeBufferPointer(start: row + x, count: 8)
                    if number < 8 {
                        for index in 0..<number { rest[index] = row[x + index] }
                        pixels = UnsafeBufferPointer(rest)
                    }
                    let found = EightColors(pixels).nearest(of: means)
                    for index in 0..<number where pixels[index].countsInClusters {
                        sums[Int(found[index])] += SIMD4<Double>(pixels[index])
                    }
                }
            }
        }
    }
}

/// Eight colours, not premultiplied, stored by component.
private struct EightColors {
    private let red: SIMD8<Float>
    private let green: SIMD8<Float>
    private let blue: SIMD8<Float>

    /// Creates the colours from premultiplied pixels.
    @inline(__always)
    init(_ p: UnsafeBufferPointer<SIMD4<Float>>) {
        let (a, b, c, d, e, f, g, h) = (p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7])
        let alpha = SIMD8(a.w, b.w, c.w, d.w, e.w, f.w, g.w, h.w)
        red = SIMD8(a.x, b.x, c.x, d.x, e.x, f.x, g.x, h.x) / alpha
        green = SIMD8(a.y, b.y, c.y, d.y, e.y, f.y, g.y, h.y) / alpha
        blue = SIMD8(a.z, b.z, c.z, d.z, e.z, f.z, g.z, h.z) / alpha
    }

    /// Returns the index of the mean nearest to each colour, the first of equals.
    @inline(__always)
    func nearest(of means: UnsafeBufferPointer<SIMD4<Float>>) -> SIMD8<Int32> {
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
