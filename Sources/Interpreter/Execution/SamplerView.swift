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
    let isLinear: Bool
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

    init(_ binding: SamplerBinding) {
        let raster = binding.raster
        pixels = UnsafePointer(raster.pixels)
        (left, bottom, stride) = (raster.bounds.x, raster.bounds.y, raster.stride)
        rect = PixelRect(enclosing: binding.extent)
        readable = rect.intersection(raster.bounds)
        clamps = binding.wrap == .clamp && !rect.isEmpty
        isLinear = binding.interpolation == .linear
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

    /// The image at a point of its pixel space.
    @inline(__always)
    func color(x: Double, y: Double) -> SIMD4<Float> {
        guard (x - x) == 0, (y - y) == 0 else { return .zero }
        guard isLinear else {
            return pixel(Self.whole(x.rounded(.down)), Self.whole(y.rounded(.down)))
        }
        let (column, right) = Self.cell(x)
        let (row, above) = Self.cell(y)
        if right == 0, above == 0 { return pixel(column, row) }
        let low = right == 0 ? pixel(column, row) : Self.mix(pixel(column, row), pixel(column + 1, row), right)
        if above == 0 { return low }
        let high =
            right == 0 ? pixel(column, row + 1) : Self.mix(pixel(column, row + 1), pixel(column + 1, row + 1), right)
        return Self.mix(low, high, above)
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

    /// The pixel whose centre is the last one at or before a coordinate, and how far the coordinate is on the way to the next.
    @inline(__always)
    private static func cell(_ coordinate: Double) -> (index: Int, fraction: Float) {
        let position = coordinate - 0.5
        let below = position.rounded(.down)
        let fraction = position - below
        if fraction <= 1.0 / 1024 { return (whole(below), 0) }
        if fraction >= 1023.0 / 1024 { return (whole(below) + 1, 0) }
        return (whole(below), Float(fraction))
    }

    @inline(__always)
    private static func whole(_ value: Double) -> Int { Int(min(max(value, -coordinateLimit), coordinateLimit)) }

    @inline(__always)
    private static func mix(_ a: SIMD4<Float>, _ b: SIMD4<Float>, _ t: Float) -> SIMD4<Float> { a * (1 - t) + b * t }
}
