import Dispatch
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
        if !premultiplied, format.hasAlpha { node = node.unpremultiplied() }
        (self.node, self.region, self.format) = (node, region, format)
    }

    /// Bytes of a row without gaps.
    var tightRowBytes: Int { region.width * format.bytesPerPixel }

    /// Renders into `data`, top row first.
    func write(to data: UnsafeMutableRawPointer, rowBytes: Int, with renderer: Renderer) throws {
        var written = 0
        try render(with: renderer, stripHeight: Self.stripHeight(for: region)) { strip in
            pack(strip, to: BitmapRows(start: data + written * rowBytes, rowBytes: rowBytes))
            written += strip.bounds.height
        }
    }

    /// Renders into a queue, from which an encoder takes the rows on another thread.
    func feed(_ queue: StripQueue, with renderer: Renderer) {
        let result = Result {
            try render(with: renderer, stripHeight: stripHeightForEncoding) { strip in
                try queue.put(rows: strip.bounds.height) {
                    pack(strip, to: BitmapRows(start: $0, rowBytes: tightRowBytes))
                }
            }
        }
        queue.finish(result)
    }

    /// Renders strip by strip. What a failed recipe was made with is thrown as it is, not as trouble with a source.
    private func render(with renderer: Renderer, stripHeight: Int, consume: (Raster) throws -> Void) throws {
        do {
            try renderer.render(node, region: region, stripHeight: stripHeight, consume: consume)
        } catch RenderingError.sourceFailed(_, let underlying as RecipeFailure) {
            throw underlying.error
        }
    }

    private func pack(_ strip: Raster, to rows: BitmapRows) {
        DispatchQueue.concurrentPerform(iterations: strip.bounds.height) { index in
            let row = strip.row(strip.bounds.maxY - 1 - index)
            format.pack(row, count: strip.bounds.width, into: rows.start + index * rows.rowBytes)
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

    /// Rows in a strip for an encoder: about a mebibyte of them, so that memory hardly grows with the picture's width, and whole
    /// blocks of the usual formats.
    var stripHeightForEncoding: Int { max(16, min(512, (1 << 20) / max(1, tightRowBytes) & ~15)) }

    /// Rows in a strip: a few tiles high, and at most about 64 MiB.
    static func stripHeight(for region: PixelRect) -> Int {
        let rows = (64 << 20) / max(1, region.width * MemoryLayout<SIMD4<Float>>.stride)
        return max(1, min(512, rows))
    }
}

/// Memory that rows are packed into from several threads, each its own rows.
private struct BitmapRows: @unchecked Sendable {
    let start: UnsafeMutableRawPointer
    let rowBytes: Int
}
