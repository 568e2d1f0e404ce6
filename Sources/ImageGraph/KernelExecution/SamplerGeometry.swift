import Foundation
import KernelLanguage
import Pixels

/// The position and extent of a bound image, in the form that every backend uses for sampling.
package struct SamplerGeometry {
    /// The pixels of the image.
    package let rect: PixelRect
    /// The pixels of the image that are in memory.
    package let readable: PixelRect
    /// Whether samples outside the image read its nearest edge pixel.
    package let clamps: Bool
    /// The transform from working space to the image's pixel space.
    package let transform: CGAffineTransform
    /// The axis that converts x coordinates to columns.
    package let horizontal: SamplerAxis
    /// The axis that converts y coordinates to rows.
    package let vertical: SamplerAxis
    /// The x scale from sampler space to pixel space: pixel space = sampler space · scale + origin.
    package let scaleX: Double
    /// The y scale from sampler space to pixel space.
    package let scaleY: Double
    /// The x origin of sampler space in pixel space: the image's left edge, or 0 if sampler space is working space.
    package let originX: Double
    /// The y origin of sampler space in pixel space, likewise.
    package let originY: Double
    /// The extent of the image in working space.
    private let workingExtent: CGRect

    /// Length from which a side of an extent is treated as infinite: that of the whole range of pixel coordinates.
    private static let coordinateLimit = Double(PixelRect.coordinateLimit) * 2

    /// Creates the geometry of a binding.
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

    /// Returns the scale and origin of one axis. Sampler space is 0…1 over a finite side, and working space over an
    /// infinite or empty one.
    private static func axis(_ start: Double, _ length: Double, _ extent: CGRect) -> (scale: Double, origin: Double) {
        isFinite(start, length, extent) && length > 0 ? (length, start) : (1, 0)
    }

    private static func isFinite(_ start: Double, _ length: Double, _ extent: CGRect) -> Bool {
        !extent.isInfinite && !extent.isNull && start.isFinite && length < coordinateLimit
    }

    /// Returns the value of `Opcode.samplerAttribute`.
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
