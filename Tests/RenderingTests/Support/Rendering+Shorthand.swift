import Foundation
import ImageGraph
import Pixels

@testable import Rendering

/// A renderer for tests: small tiles, so that even small pictures have several.
func renderer(
    _ backend: ClosureBackend = ClosureBackend(), tile: Int = 16, threads: Int = 2, memoryLimit: Int = 1 << 30,
    space: CGColorSpace? = nil, intermediates: PixelFormat = .RGBAf
) -> Renderer {
    Renderer(
        configuration: RendererConfiguration(
            workingColorSpace: space, backend: backend, tileWidth: tile, tileHeight: tile, threadCount: threads,
            memoryLimit: memoryLimit, intermediateFormat: intermediates,
            // The optimiser can't see what closures compute.
            optimises: false))
}

extension PixelRect {
    init(_ x: Int, _ y: Int, _ width: Int, _ height: Int) { self.init(x: x, y: y, width: width, height: height) }

    var coordinates: [(x: Int, y: Int)] { (y..<maxY).flatMap { y in (x..<maxX).map { ($0, y) } } }
}

extension Raster {
    /// Every pixel's bits, row by row.
    var bits: [SIMD4<UInt32>] {
        bounds.coordinates.map { unsafeBitCast(self[$0.x, $0.y], to: SIMD4<UInt32>.self) }
    }

    /// The largest difference to a formula over all pixels and components; NaN counts as infinite.
    func largestDifference(_ expected: (Int, Int) -> SIMD4<Float>) -> Float {
        bounds.coordinates.reduce(0) { worst, point in
            let difference = self[point.x, point.y] - expected(point.x, point.y)
            return (0..<4).reduce(worst) { difference[$1].isNaN ? .infinity : max($0, abs(difference[$1])) }
        }
    }
}

/// Bilinear interpolation of a formula, in double precision.
func bilinear(_ x: Double, _ y: Double, _ pixel: (Int, Int) -> SIMD4<Float>) -> SIMD4<Float> {
    let (left, bottom) = ((x - 0.5).rounded(.down), (y - 0.5).rounded(.down))
    let (u, v) = (x - 0.5 - left, y - 0.5 - bottom)
    func at(_ dx: Int, _ dy: Int) -> SIMD4<Double> { SIMD4<Double>(pixel(Int(left) + dx, Int(bottom) + dy)) }
    let low = at(0, 0) * (1 - u) + at(1, 0) * u
    let high = at(0, 1) * (1 - u) + at(1, 1) * u
    return SIMD4<Float>(low * (1 - v) + high * v)
}

/// A formula cut to a rectangle.
func inside(_ rect: PixelRect, _ pixel: @escaping (Int, Int) -> SIMD4<Float>) -> (Int, Int) -> SIMD4<Float> {
    { x, y in rect.contains(PixelRect(x, y, 1, 1)) ? pixel(x, y) : .zero }
}
