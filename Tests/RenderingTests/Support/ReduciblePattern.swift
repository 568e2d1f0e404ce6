import Pixels

@testable import ImageGraph

/// A source whose pixels are computed by a formula, and which is reduced by averaging blocks, as a JPEG is. Blocks that
/// lie outside in part have a value that must not be visible.
final class ReduciblePattern: ReducibleSource {
    static let unknown = SIMD4<Float>(repeating: -1000)

    let width: Int
    let height: Int
    var colorSpace: CGColorSpace? { nil }
    var alphaState: AlphaState { .premultiplied }
    private let value: @Sendable (Int, Int) -> SIMD4<Float>

    init(_ width: Int, _ height: Int, value: @escaping @Sendable (_ x: Int, _ y: Int) -> SIMD4<Float>) {
        (self.width, self.height, self.value) = (width, height, value)
    }

    var reductions: [SourceReduction] {
        [2, 4, 8].map { SourceReduction(blocksOf: $0, width: width, height: height) }
    }

    func reduced(by reduction: SourceReduction) -> any PixelSource {
        let (side, width, height, value) = (Int(reduction.horizontalFactor), width, height, value)
        return PatternSource(reduction.width, reduction.height) { x, y in
            // Blocks are counted from the upper left corner.
            let (left, top) = (x * side, height - (reduction.height - 1 - y) * side)
            guard left + side <= width, top - side >= 0 else { return Self.unknown }
            var sum = SIMD4<Float>.zero
            for column in left..<left + side {
                for row in top - side..<top { sum += value(column, row) }
            }
            return sum / Float(side * side)
        }
    }

    func decodingMemory(after reduction: SourceReduction) -> Int { reduction.width * reduction.height * 16 }

    func read(into raster: Raster) throws {
        for y in raster.bounds.y..<raster.bounds.maxY {
            for x in raster.bounds.x..<raster.bounds.maxX { raster[x, y] = value(x, y) }
        }
    }
}
