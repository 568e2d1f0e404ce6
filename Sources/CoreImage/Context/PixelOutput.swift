import Foundation
import ImageGraph
import Pixels
import Rendering

/// A part of an image on its way to memory: which pixels, in which colour space and format.
struct PixelOutput {
    let node: ImageNode
    let region: PixelRect
    let format: PixelFormat

    /// - Parameters:
    ///   - space: Space of the result; nil leaves the working space's numbers.
    ///   - premultiplied: Whether colours stay multiplied by alpha. A format without alpha shows the image on black
    ///     either way.
    init(
        _ image: CIImage, region: PixelRect, format: PixelFormat, space: CGColorSpace?, premultiplied: Bool,
        settings: CIContextSettings
    ) {
        var node = image.node
        if let space, settings.workingColorSpace != nil { node = node.converted(from: nil, to: space) }
        if !premultiplied, format.hasAlpha {
            // In the space of the result; pictures of Core Image show the product.
            if !format.isFloat { node = CIImage(node: node).limitingAlpha.node }
            node = node.unpremultiplied()
        }
        (self.node, self.region, self.format) = (node, region, format)
    }

    /// Bytes of a row without gaps.
    var tightRowBytes: Int { region.width * format.bytesPerPixel }

    /// Renders into `data`, top row first.
    func write(
        to data: UnsafeMutableRawPointer, rowBytes: Int, with renderer: Renderer,
        control: RenderingControl = RenderingControl()
    ) throws {
        let bitmap = PixelView(topLeft: data, bounds: region, format: format, bytesPerRow: rowBytes, keeping: nil)
        try write(to: bitmap, with: renderer, control: control)
    }

    /// Renders into memory of this output's region and format.
    func write(to bitmap: PixelView, with renderer: Renderer, control: RenderingControl) throws {
        try unwrappingFailures { try renderer.render(node, into: bitmap, control: control) }
    }

    /// Renders into a queue, from which an encoder takes the rows on another thread.
    func feed(_ queue: StripQueue, with renderer: Renderer) {
        let height = stripHeightForEncoding
        let result = Result {
            try unwrappingFailures {
                try renderer.render(node, region: region, format: format, stripHeight: height) { strip, render in
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

    /// What a failed recipe was made with is thrown as it is, not as trouble with a source.
    private func unwrappingFailures(_ body: () throws -> Void) throws {
        do {
            try body()
        } catch RenderingError.sourceFailed(_, let underlying as RecipeFailure) {
            throw underlying.error
        }
    }

    /// Renders into memory of its own, rows without gaps.
    ///
    /// - Throws: `RenderingError`, also for a picture that exceeds the memory limit.
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

    /// Rows in a strip for an encoder: about 640 KiB of them, so that what waits for the encoder takes the same memory whatever the
    /// width; whole blocks of JPEG where there are that many.
    var stripHeightForEncoding: Int {
        let rows = (640 << 10) / max(1, tightRowBytes)
        return max(2, min(512, rows >= 16 ? rows & ~15 : rows))
    }
}
