import Foundation
import Pixels
import Rendering

extension CIContext {
    /// Renders a part of an image into memory, top row first.
    ///
    /// An error is written to the log, and `data` may be partly written.
    /// `renderBitmap(_:to:rowBytes:bounds:format:colorSpace:)` throws the error instead. Thread-safe, as long as no
    /// other thread uses the memory.
    ///
    /// - Parameters:
    ///   - image: The image to render. The bitmap is transparent outside the image's extent.
    ///   - data: Memory for as many rows as `bounds` has.
    ///   - rowBytes: The distance in bytes between the starts of two rows; at least the width times the format's bytes
    ///     per pixel.
    ///   - bounds: The part to render, in working space; its edges are rounded outwards to whole pixels.
    ///   - format: The pixel format. Colours are premultiplied unless `CIContextOption.outputPremultiplied` is false.
    ///   - colorSpace: The colour space of the bitmap, RGB or gray. nil stores the numbers of the working space.
    public func render(
        _ image: CIImage, toBitmap data: UnsafeMutableRawPointer, rowBytes: Int, bounds: CGRect, format: CIFormat,
        colorSpace: CGColorSpace?
    ) {
        do {
            try renderBitmap(
                image, to: data, rowBytes: rowBytes, bounds: bounds, format: format, colorSpace: colorSpace)
        } catch {
            logError(error)
        }
    }

    /// Renders a part of an image into memory, top row first.
    ///
    /// The throwing variant of `render(_:toBitmap:rowBytes:bounds:format:colorSpace:)`, with the same parameters.
    ///
    /// - Throws: `RenderingError`, `CIError.unsupportedFormat`, `CIError.unsupportedColorSpace`, or
    ///   `CIError.malformedBitmap` when `rowBytes` is too small.
    public func renderBitmap(
        _ image: CIImage, to data: UnsafeMutableRawPointer, rowBytes: Int, bounds: CGRect, format: CIFormat,
        colorSpace: CGColorSpace?
    ) throws {
        let region = try Renderer.pixelRegion(of: bounds.normalized)
        let pixels = try format.pixelFormat(for: "a bitmap")
        try Self.check(colorSpace, for: "a bitmap")
        let output = PixelOutput(
            image, region: region, format: pixels, space: colorSpace, premultiplied: settings.outputPremultiplied,
            settings: settings)
        guard rowBytes >= output.tightRowBytes else {
            throw CIError.malformedBitmap(
                reason:
                    "a row of \(region.width) pixels takes \(output.tightRowBytes) bytes, but rowBytes is \(rowBytes)")
        }
        try output.write(to: data, rowBytes: rowBytes, with: renderer)
    }

    /// Throws for a space that is neither RGB nor gray, as results can only be in these.
    static func check(_ space: CGColorSpace?, for operation: String) throws(CIError) {
        guard let space, ![.rgb, .monochrome].contains(space.model) else { return }
        throw .unsupportedColorSpace(
            operation: operation, reason: "\(space) is neither RGB nor gray; name a space that is")
    }
}
