import Foundation
import ImageGraph
import Pixels

/// A convolution with a window of weights, in generated code.
struct CompiledConvolution: CompiledOperator {
    let portable: Convolution
    private let code: LineFunctions

    init(_ portable: Convolution, code: LineFunctions) { (self.portable, self.code) = (portable, code) }

    func compiled(_ other: Convolution) -> CompiledConvolution? { CompiledConvolution(other, code: code) }

    func render(inputs: [Raster], region: PixelRect, into output: Raster) throws {
        let image = inputs.first ?? Raster(bounds: .empty)
        let (width, height) = (portable.width, portable.height)
        let transparent = SIMD4<Float>(repeating: portable.bias)
        // The columns whose whole window is inside the image horizontally.
        let left = min(max(region.x, image.bounds.x + width / 2), region.maxX)
        let right = max(left, min(region.maxX, image.bounds.maxX - (width - 1 - width / 2)))
        let meter = WorkMeter.current
        try withUnsafeTemporaryAllocation(of: Int.self, capacity: width * height) { offsets in
            try withUnsafeTemporaryAllocation(of: Float.self, capacity: width * height) { weights in
                for y in region.y..<region.maxY {
                    try meter?.check()
                    let target = output.row(y) - output.bounds.x
                    // The rows of weights that fall on rows of the image. Row r falls on row y + height/2 − r.
                    let top = y + height / 2
                    let firstRow = max(0, top - image.bounds.maxY + 1)
                    let rows = firstRow..<max(firstRow, min(height, top - image.bounds.y + 1))
                    guard !rows.isEmpty, !image.bounds.isEmpty else {
                        (target + region.x).update(repeating: transparent, count: region.width)
                        continue
                    }
                    let origin = UnsafePointer(image.row(top - rows.lowerBound)) - image.bounds.x
                    func sum(_ x: Int, _ count: Int, columns: Range<Int>) {
                        if columns.isEmpty { return target[x] = transparent }
                        var taps = 0
                        for row in rows {
                            for column in columns {
                                offsets[taps] =
                                    ((rows.lowerBound - row) * image.stride + column - columns.lowerBound)
                                    * MemoryLayout<SIMD4<Float>>.stride
                                weights[taps] = portable.weights[row * width + column]
                                taps += 1
                            }
                        }
                        code.weightedSum(
                            origin + (x + columns.lowerBound - width / 2), offsets.baseAddress!, weights.baseAddress!,
                            taps, target + x, 4 * count, portable.bias)
                    }
                    func sumAtEdge(_ x: Int) {
                        let first = x - width / 2
                        let low = max(0, image.bounds.x - first)
                        sum(x, 1, columns: low..<max(low, min(width, image.bounds.maxX - first)))
                    }
                    for x in region.x..<left { sumAtEdge(x) }
                    for x in right..<region.maxX { sumAtEdge(x) }
                    if left < right { sum(left, right - left, columns: 0..<width) }
                }
            }
        }
    }
}
