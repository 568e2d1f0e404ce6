import Foundation
import ImageGraph
import Pixels
import Rendering

/// A part of an image with the pixel format and colour space in which it is rendered to memory.
struct PixelOutput {
    let node: ImageNode
    package let region: PixelRect
    let format: PixelFormat

    /// Creates an output for the pixels of `region`.
    ///
    /// - Parameters:
    ///   - space: The colour space of the result; nil keeps the working space's numbers.
    ///   - premultiplied: Whether colours stay multiplied by alpha. A format without alpha shows the image on black
    ///     either way.
    init(
        _ image: CIImage, region: PixelRect, format: PixelFormat, space: CGColorSpace?, premultiplied: Bool,
        settings: CIContextSettings
    ) {
        var node = image.node
        if let space, settings.workingColorSpace != nil { node = node.converted(from: nil, to: space) }
        if !premultiplied, format.hasAlpha {
            // Colours are divided by alpha in the space of the result. Where alpha is above 1, integer formats get
            // colour times alpha with alpha 1, as real Core Image renders.
            if !format.isFloat { node = CIImage(node: node).limitingAlpha.node }
            node = node.unpremultiplied()
        }
        (self.node, self.region, self.format) = (node, region, format)
    }

    /// The number of bytes of a row without padding.
    var tightRowBytes: Int { region.width * format.bytesPerPixel }

    /// Renders into `data`, top row first.
    package func write(
        to data: UnsafeMutableRawPointer, rowBytes: Int, with renderer: Renderer,
        control: RenderingControl = RenderingControl()
    ) throws {
        let bitmap = PixelView(topLeft: data, bounds: region, format: format, bytesPerRow: rowBytes, keeping: nil)
        try write(to: bitmap, with: renderer, control: control)
    }

    /// Renders into memory that has this output's region and format.
    package func write(to bitmap: PixelView, with renderer: Renderer, control: RenderingControl) throws {
        try RecipeFailure.unwrapping { try renderer.render(node, into: bitmap, control: control) }
    }

    /// Renders into a queue. An encoder takes the rows from the queue on another thread.
    func render(into queue: StripQueue, with renderer: Renderer) {
        let height = stripHeightForEncoding
        let result = Result {
            try RecipeFailure.unwrapping {
                try renderer.renderStrips(of: node, region: region, format: format, stripHeight: height) {
                    strip, render in
                    try queue.put(rows: strip.height) { memory in
                        try render(
                            PixelView(
                                topLeft: memory, bounds: strip, format: format, bytesPerRow: tightRowBytes,
                                keeping: nil))
                    }
                }
            }
        }
        queue.finish(result)
    }

    /// Renders into newly allocated memory, rows without padding.
    ///
    /// - Throws: `RenderingError`, also for a result that exceeds the memory limit.
    func data(with renderer: Renderer) throws -> Data {
        let (bytes, overflow) = tightRowBytes.multipliedReportingOverflow(by: region.height)
        let limit = renderer.configuration.memoryLimit
        guard !overflow, bytes <= limit else {
            throw RenderingError.outputTooLarge(region: region, bytes: overflow ? Int.max : bytes, limit: limit)
        }
        guard let memory = malloc(max(1, bytes)) else { throw RenderingError.outOfMemory(bytes: bytes) }
        do { try write(to: memory, rowBytes: tightRowBytes, with: renderer) } catch {
            free(memory)
            throw error
        }
        return Data(bytesNoCopy: memory, count: bytes, deallocator: .free)
    }

    /// The number of rows in a strip for an encoder: about 640 KiB, so that waiting strips take the same memory for any
    /// width. Strips of at least 16 rows are a multiple of 16 rows, which are whole blocks of JPEG.
    var stripHeightForEncoding: Int {
        let rows = (640 << 10) / max(1, tightRowBytes)
        return max(2, min(512, rows >= 16 ? rows & ~15 : rows))
    }
}
