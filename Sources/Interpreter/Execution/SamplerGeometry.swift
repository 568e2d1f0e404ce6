import Foundation
import ImageGraph
import KernelLanguage
import Pixels

/// Where a bound image lies, in the numbers that every back end samples by.
package struct SamplerGeometry {
    /// Pixels of the image.
    package let rect: PixelRect
    /// Pixels that are both in the image and in memory.
    package let readable: PixelRect
    /// Whether places outside the image read its nearest edge.
    package let clamps: Bool
    /// From working space to the image's pixel space.
    package let transform: CGAffineTransform
    /// Columns and rows.
    package let horizontal: SamplerAxis
    /// Columns and rows.
    package let vertical: SamplerAxis
    /// Pixel space = sampler space · scale + origin.
    package let scaleX: Double
    /// The same for y.
    package let scaleY: Double
    /// The image's left edge where sampler space is normalised.
    package let originX: Double
    /// The same for y.
    package let originY: Double
    /// The extent in working space.
    private let workingExtent: CGRect

    /// Coordinates beyond this are outside every image.
    private static let coordinateLimit = Double(PixelRect.coordinateLimit) * 2

    /// The geometry of a binding.
    package init(_ binding: SamplerBinding) {
        rect = PixelRect(enclosing: binding.extent)
        readable = rect.intersection(binding.pixels.bounds)
        clamps = binding.wrap == .clamp && !rect.isEmpty
        horizontal = SamplerAxis(
            image: rect.x..<rect.maxX, readable: readable.x..<readable.maxX, interpolation: binding.interpolation,
            clamps: clamps)
        vertical = SamplerAxis(
            image: rect.y..<rect.maxY, readable: readable.y..<readable.maxY, interpolation: binding.interpolation,
            clamps: clamps)
        transform = binding.transform
        (scaleX, originX) = Self.axis(binding.extent.minX, binding.extent.width, binding.extent)
        (scaleY, originY) = Self.axis(binding.extent.minY, binding.extent.height, binding.extent)
        workingExtent = transform.isIdentity ? binding.extent : binding.extent.applying(transform.inverted())
    }

    /// Sampler space runs 0…1 over a finite side; over an infinite or empty one it is working space.
    private static func axis(_ start: Double, _ length: Double, _ extent: CGRect) -> (scale: Double, origin: Double) {
        isFinite(start, length, extent) && length > 0 ? (length, start) : (1, 0)
    }

    private static func isFinite(_ start: Double, _ length: Double, _ extent: CGRect) -> Bool {
        !extent.isInfinite && !extent.isNull && start.isFinite && length < coordinateLimit
    }

    /// The value of `Opcode.samplerAttribute`.
    package func attribute(_ attribute: SamplerAttribute) -> Float {
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
}
