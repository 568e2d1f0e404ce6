import Foundation
import ImageGraph
import KernelLanguage
import Pixels

/// A sampler binding in the form that is quick to read. The raster must outlive it.
struct SamplerView {
    /// The raster's pixels: the one at (`left`, `bottom`), and pixels from one row to the next.
    let pixels: UnsafePointer<SIMD4<Float>>
    let left: Int
    let bottom: Int
    let stride: Int
    /// Pixels that are both in the raster and in the image.
    let readable: PixelRect
    /// Pixels of the image.
    let rect: PixelRect
    let clamps: Bool
    let horizontal: SamplerAxis
    let vertical: SamplerAxis
    /// The first readable pixel.
    private let origin: UnsafePointer<SIMD4<Float>>
    /// Working space to pixel space.
    let transform: CGAffineTransform
    let isIdentity: Bool
    /// Pixel space = sampler space · scale + origin.
    let scaleX: Double
    let scaleY: Double
    let originX: Double
    let originY: Double
    /// The extent in working space.
    private let workingExtent: CGRect

    /// Coordinates beyond this are outside every image.
    private static let coordinateLimit = Double(PixelRect.coordinateLimit) * 2

    init(_ binding: SamplerBinding, _ raster: Raster) {
        pixels = UnsafePointer(raster.pixels)
        (left, bottom, stride) = (raster.bounds.x, raster.bounds.y, raster.stride)
        rect = PixelRect(enclosing: binding.extent)
        readable = rect.intersection(raster.bounds)
        clamps = binding.wrap == .clamp && !rect.isEmpty
        horizontal = SamplerAxis(
            image: rect.x..<rect.maxX, readable: readable.x..<readable.maxX, interpolation: binding.interpolation,
            clamps: clamps)
        vertical = SamplerAxis(
            image: rect.y..<rect.maxY, readable: readable.y..<readable.maxY, interpolation: binding.interpolation,
            clamps: clamps)
        origin = readable.isEmpty ? pixels : pixels + ((readable.y - bottom) * stride + (readable.x - left))
        transform = binding.transform
        isIdentity = binding.transform.isIdentity
        (scaleX, originX) = Self.axis(binding.extent.minX, binding.extent.width, binding.extent)
        (scaleY, originY) = Self.axis(binding.extent.minY, binding.extent.height, binding.extent)
        workingExtent = isIdentity ? binding.extent : binding.extent.applying(transform.inverted())
    }

    /// Sampler space runs 0…1 over a finite side; over an infinite or empty one it is working space.
    private static func axis(_ start: Double, _ length: Double, _ extent: CGRect) -> (scale: Double, origin: Double) {
        isFinite(start, length, extent) && length > 0 ? (length, start) : (1, 0)
    }

    private static func isFinite(_ start: Double, _ length: Double, _ extent: CGRect) -> Bool {
        !extent.isInfinite && !extent.isNull && start.isFinite && length < coordinateLimit
    }

    func attribute(_ attribute: SamplerAttribute) -> Float {
        switch attribute {
        case .a: Float(transform.a / scaleX)
        case .c: Float(transform.c / scaleX)
        case .tx: Float((transform.tx - originX) / scaleX)
        case .b: Float(transform.b / scaleY)
        case .d: Float(transform.d / scaleY)
        case .ty: Float((transform.ty - originY) / scaleY)
        case .originX: start(workingExtent.minX, workingExtent.width)
        case .originY: start(workingExtent.minY, workingExtent.height)
        case .width: length(workingExtent.minX, workingExtent.width)
        case .height: length(workingExtent.minY, workingExtent.height)
        }
    }

    private func start(_ start: Double, _ length: Double) -> Float {
        if workingExtent.isNull { return 0 }
        return Self.isFinite(start, length, workingExtent) ? Float(start) : -.infinity
    }

    private func length(_ start: Double, _ length: Double) -> Float {
        if workingExtent.isNull { return 0 }
        return Self.isFinite(start, length, workingExtent) ? Float(length) : .infinity
    }

    /// The pixel at whole coordinates, wrapped as the sampler says.
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

    /// The image between readable pixels: `column` and `row` count from the first readable one.
    @inline(__always)
    func color(column: Int, row: Int, right: Float, above: Float) -> SIMD4<Float> {
        // Nothing is multiplied by zero here: a pixel that has no share must not bring in its infinities.
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

    /// The readable pixel at a place, transparent outside.
    private func read(_ column: Int, _ row: Int) -> SIMD4<Float> {
        guard column >= 0, row >= 0, column < readable.width, row < readable.height else { return .zero }
        return origin[row * stride + column]
    }

    @inline(__always)
    private static func mix(_ a: SIMD4<Float>, _ b: SIMD4<Float>, _ t: Float) -> SIMD4<Float> { a * (1 - t) + b * t }
}
