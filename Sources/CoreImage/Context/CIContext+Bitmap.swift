import Foundation
import Pixels
import Rendering

extension CIContext {
    /// Renders a part of an image into memory, top row first.
    ///
    /// - Parameters:
    ///   - image: What to render; outside its extent the bitmap becomes transparent.
    ///   - data: Memory for as many rows as `bounds` is high.
    ///   - rowBytes: Bytes from one row to the next; at least the width times the format's bytes per pixel.
    ///   - bounds: The part, in working space; its edges are rounded outwards to whole pixels.
    ///   - format: The pixel format; colours are premultiplied unless `CIContextOption.outputPremultiplied` is false.
    ///   - colorSpace: The space of the result, RGB or gray; nil leaves the numbers of the working space.
    ///
    /// An error is written to the log, and the memory left as it is or partly written; `renderBitmap` throws it
    /// instead.
    public func render(
        _ image: CIImage, toBitmap data: UnsafeMutableRawPointer, rowBytes: Int, bounds: CGRect, format: CIFormat,
        colorSpace: CGColorSpace?
    ) {
        do {
            try renderBitmap(
                image, to: data, rowBytes: rowBytes, bounds: bounds, format: format, colorSpace: colorSpace)
        } catch {
            logRefusal(error)
        }
    }

    /// Renders a part of an image into memory: the throwing twin of
    /// `render(_:toBitmap:rowBytes:bounds:format:colorSpace:)`.
    ///
    /// - Throws: `RenderingError`, `CIError.unsupportedFormat`, `CIError.unsupportedColorSpace`,
    ///   `CIError.malformedBitmap`.
    public func renderBitmap(
        _ image: CIImage, to data: UnsafeMutableRawPointer, rowBytes: Int, bounds: CGRect, format: CIFormat,
        colorSpace: CGColorSpace?
    ) throws {
        let region = try Renderer.pixelRegion(of: bounds.overlap(bounds))
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

    /// Refuses spaces that results can't be in.
    static func check(_ space: CGColorSpace?, for operation: String) throws(CIError) {
        guard let space, ![.rgb, .monochrome].contains(space.model) else { return }
        throw .unsupportedColorSpace(
            operation: operation, reason: "\(space) is neither RGB nor gray; name a space that is")
    }
}
