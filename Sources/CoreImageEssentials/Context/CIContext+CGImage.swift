import Foundation
import Pixels
import Rendering

extension CIContext {
    /// Renders a part of an image as a bitmap of 8 bits per component, in the context's output colour space.
    ///
    /// - Parameters:
    ///   - image: The image to render.
    ///   - fromRect: The part to render, in working space. It is cut to the image's extent and rounded outwards to
    ///     whole pixels.
    /// - Returns: The bitmap, premultiplied unless `CIContextOption.outputPremultiplied` is false. nil when the part is
    ///   empty, infinite or too large, or when a source or kernel fails; the reason is written to the log.
    ///   `renderedCGImage(_:from:format:colorSpace:)` throws the reason instead.
    public func createCGImage(_ image: CIImage, from fromRect: CGRect) -> CGImage? {
        createCGImage(image, from: fromRect, format: .RGBA8, colorSpace: nil)
    }

    /// Renders a part of an image as a bitmap.
    ///
    /// - Parameters:
    ///   - image: The image to render.
    ///   - fromRect: The part to render, in working space. It is cut to the image's extent and rounded outwards to
    ///     whole pixels.
    ///   - format: The pixel format of the bitmap. Colours are premultiplied unless
    ///     `CIContextOption.outputPremultiplied` is false.
    ///   - colorSpace: The colour space of the bitmap, RGB or gray; the context's output space when nil.
    /// - Returns: The bitmap, or nil when it cannot be rendered; the reason is written to the log.
    ///   `renderedCGImage(_:from:format:colorSpace:)` throws the reason instead.
    public func createCGImage(
        _ image: CIImage, from fromRect: CGRect, format: CIFormat, colorSpace: CGColorSpace?
    ) -> CGImage? {
        do { return try renderedCGImage(image, from: fromRect, format: format, colorSpace: colorSpace) } catch {
            logError(error)
            return nil
        }
    }

    /// Renders a part of an image as a bitmap, like `createCGImage(_:from:format:colorSpace:)`.
    ///
    /// - Parameter deferred: Whether rendering may wait until the bitmap's pixels are read. This library always renders
    ///   at once, so the value changes neither pixels nor errors.
    public func createCGImage(
        _ image: CIImage, from fromRect: CGRect, format: CIFormat, colorSpace: CGColorSpace?, deferred: Bool
    ) -> CGImage? {
        createCGImage(image, from: fromRect, format: format, colorSpace: colorSpace)
    }

    /// Renders a part of an image as a bitmap.
    ///
    /// The throwing variant of `createCGImage(_:from:format:colorSpace:)`, with the same parameters.
    ///
    /// - Throws: `RenderingError`, `CIError.unsupportedFormat`, or `CIError.unsupportedColorSpace`.
    public func renderedCGImage(
        _ image: CIImage, from fromRect: CGRect, format: CIFormat = .RGBA8, colorSpace: CGColorSpace? = nil
    ) throws -> CGImage {
        let operation = "a CGImage"
        try Self.check(colorSpace, for: operation)
        let pixels = try format.pixelFormat(for: operation)
        let space = colorSpace ?? settings.outputColorSpace
        let premultiplied = settings.outputPremultiplied
        let alpha: AlphaState = pixels.hasAlpha ? (premultiplied ? .premultiplied : .unpremultiplied) : .opaque
        guard let info = CGBitmapInfo(format: pixels, alphaState: alpha) else {
            throw CIError.unsupportedFormat(
                format, operation: operation,
                usable: CIFormat.colorAndAlpha.filter { usable in
                    usable.pixelFormat.flatMap { CGBitmapInfo(format: $0, alphaState: alpha) } != nil
                })
        }
        let tag = try Self.tag(for: pixels, space: space ?? settings.workingColorSpace, format: format)
        let output = PixelOutput(
            image, region: try region(of: image, in: fromRect), format: pixels, space: space,
            premultiplied: premultiplied,
            settings: settings)
        let data = try output.data(with: renderer)
        return try CGImage(
            checkingWidth: output.region.width, height: output.region.height,
            bitsPerComponent: 8 * pixels.component.byteCount, bitsPerPixel: 8 * pixels.bytesPerPixel,
            bytesPerRow: output.tightRowBytes, space: tag, bitmapInfo: info, provider: CGDataProvider(bytes: data))
    }

    /// Returns the pixels of the image's extent that lie inside `rect`.
    package func region(of image: CIImage, in rect: CGRect) throws -> PixelRect {
        if rect.isInfinite, image.extent.isInfinite { throw image.infiniteRegionError }
        let part = rect.safeIntersection(image.extent)
        if part.isNull { throw RenderingError.emptyRegion(rect) }
        return try Renderer.pixelRegion(of: part)
    }

    /// Returns the colour space that a bitmap of this format is labelled with: a gray space for one channel, else an
    /// RGB space.
    private static func tag(for pixels: PixelFormat, space: CGColorSpace?, format: CIFormat) throws -> CGColorSpace {
        switch pixels.layout {
        case .l, .la, .r, .a:
            if let space, space.model == .monochrome { return space }
            if pixels.layout.isGray, space != nil {
                throw CIError.unsupportedColorSpace(
                    operation: "a CGImage of format \(format)",
                    reason: "gray pixels need a gray space, such as CGColorSpace.linearGray")
            }
            return CGColorSpaceCreateDeviceGray()
        default:
            guard let space else { return CGColorSpaceCreateDeviceRGB() }
            guard space.model == .rgb else {
                throw CIError.unsupportedColorSpace(
                    operation: "a CGImage of format \(format)",
                    reason: "\(space) is not RGB; use an RGB space or a gray format")
            }
            return space
        }
    }
}
