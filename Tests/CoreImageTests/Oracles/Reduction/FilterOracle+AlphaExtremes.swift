import CoreImage
import Testing

extension FilterOracle {
    /// Returns a picture whose alpha differs in every pixel and is NaN in one.
    static func fading(from start: Float) -> PixelGrid {
        PixelGrid(x: -5, y: 60, width: 17, height: 9) { x, y in
            SIMD4(0.5, Float(x), Float(y), x == 3 && y == 62 ? .nan : start - Float((x + 5) * 9 + y) / 300)
        }
    }
}

extension ReducedArea {
    /// Returns the first pixel by `isBefore`. Of equal ones it is the first block by block of 64 × 64 pixels, counted
    /// from the origin, and row by row in each. Transparent pixels outside the picture come last. Pixels with a NaN as
    /// alpha are left out.
    func firstInBlocks(_ isBefore: (SIMD4<Float>, SIMD4<Float>) -> Bool) -> SIMD4<Float> {
        let known = pixels.indices.filter { isInside[$0] }.sorted { place($0).lexicographicallyPrecedes(place($1)) }
        let ordered = known + pixels.indices.filter { !isInside[$0] }
        var best: SIMD4<Float>?
        for index in ordered where !pixels[index].w.isNaN {
            if let found = best, !isBefore(pixels[index], found) { continue }
            best = pixels[index]
        }
        return best ?? .zero
    }

    /// Returns a pixel's sort key: block row, block column, row and column.
    private func place(_ index: Int) -> [Int] {
        let (column, row) = (x + index % width, y + index / width)
        return [row >> 6, column >> 6, row, column]
    }
}
