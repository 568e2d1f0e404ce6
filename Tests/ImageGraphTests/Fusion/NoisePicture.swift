import ImageGraph
import Pixels
import TestSupport

/// A small picture of premultiplied noise: some pixels transparent, some opaque, some brighter than white.
final class NoisePicture: PixelSource {
    let width: Int
    let height: Int
    let colorSpace: CGColorSpace? = nil
    let alphaState = AlphaState.premultiplied
    private let seed: UInt64

    init(_ width: Int, _ height: Int, seed: UInt64) { (self.width, self.height, self.seed) = (width, height, seed) }

    func read(into raster: Raster) {
        for y in raster.bounds.y..<raster.bounds.maxY {
            for x in raster.bounds.x..<raster.bounds.maxX { raster[x, y] = pixel(x, y) }
        }
    }

    private func pixel(_ x: Int, _ y: Int) -> SIMD4<Float> {
        var random = SeededGenerator(seed: seed &+ UInt64(y * 64 + x) &* 0x9E37_79B9_7F4A_7C15)
        let alpha = [0, 1, random.number(0...1), random.number(0...1)][random.below(4)]
        let bright: Float = random.below(5) == 0 ? 3 : 1
        return SIMD4(
            random.number(0...bright) * alpha, random.number(0...1) * alpha, random.number(0...bright) * alpha, alpha)
    }
}
