import ImageGraph
import Pixels

/// A sampler binding in a form that is fast to read. The raster must outlive it.
struct SamplerView {
    /// The raster's pixels, starting at (`left`, `bottom`). `stride` is the number of pixels from one row to the next.
    let pixels: UnsafePointer<SIMD4<Float>>
    let left: Int
    let bottom: Int
    let stride: Int
    /// The pixels of the image that are in the raster.
    let readable: PixelRect
    /// The pixels of the image.
    let rect: PixelRect
    let clamps: Bool
    let horizontal: SamplerAxis
    let vertical: SamplerAxis
    /// A pointer to the first readable pixel.
    private let origin: UnsafePointer<SIMD4<Float>>
    let geometry: SamplerGeometry
    let isIdentity: Bool

    init(_ binding: SamplerBinding, _ raster: Raster) {
        pixels = UnsafePointer(raster.pixels)
        (left, bottom, stride) = (raster.bounds.x, raster.bounds.y, raster.stride)
        geometry = SamplerGeometry(binding)
        (rect, readable, clamps) = (geometry.rect, geometry.readable, geometry.clamps)
        (horizontal, vertical) = (geometry.horizontal, geometry.vertical)
        origin = readable.isEmpty ? pixels : pixels + ((readable.y - bottom) * stride + (readable.x - left))
        isIdentity = binding.transform.isIdentity
    }

    /// Returns the pixel at integer coordinates, with the sampler's wrap mode.
    @inline(__always)
    func pixel(_ x: Int, _ y: Int) -> SIMD4<Float> {
        var (x, y) = (x, y)
        if clamps {
            x = min(max(x, rect.x), rect.maxX - 1)
            y = min(max(y, rect.y), rect.maxY - 1)
        }
        guard x >= readable.x, y >= readable.y, x < readable.maxX, y < readable.maxY else { return .zero }
        return pixels[(y - bottom) * stride + (x - left)]
    }

    /// Returns the colour between four pixels. `column` and `row` count from the first readable pixel, and `right` and
    /// `above` are fractions.
    @inline(__always)
    func color(column: Int, row: Int, right: Float, above: Float) -> SIMD4<Float> {
        // Skip pixels with a weight of 0 instead of multiplying them, because an infinite value times 0 is NaN.
        if column >= 0, row >= 0, column + 1 < readable.width, row + 1 < readable.height {
            let pixel = origin + (row * stride + column)
            let low = right == 0 ? pixel[0] : Self.mix(pixel[0], pixel[1], right)
            if above == 0 { return low }
            let high = right == 0 ? pixel[stride] : Self.mix(pixel[stride], pixel[stride + 1], right)
            return Self.mix(low, high, above)
        }
        let low = right == 0 ? read(column, row) : Self.mix(read(column, row), read(column + 1, row), right)
        if above == 0 { return low }
        let high =
            right == 0 ? read(column, row + 1) : Self.mix(read(column, row + 1), read(column + 1, row + 1), right)
        return Self.mix(low, high, above)
    }

    /// Returns the readable pixel at a position, or transparent black outside.
    private func read(_ column: Int, _ row: Int) -> SIMD4<Float> {
        guard column >= 0, row >= 0, column < readable.width, row < readable.height else { return .zero }
        return origin[row * stride + column]
    }

    @inline(__always)
    private static func mix(_ a: SIMD4<Float>, _ b: SIMD4<Float>, _ t: Float) -> SIMD4<Float> { a * (1 - t) + b * t }
}
