import PixelBuffers
import Pixels

/// The pixels of a pixel buffer, as they are when they are read. It keeps the buffer.
///
/// The memory of a buffer stays at its address, so that it is read without locking its base address.
final class PixelBufferSource: PixelBufferReader {
    let buffer: CVPixelBuffer
    private let pixels: PixelFormat
    let colorSpace: CGColorSpace?
    let alphaState: AlphaState

    /// - Parameter pixels: The format of the buffer's pixels after they have been reordered.
    init(_ buffer: CVPixelBuffer, pixels: PixelFormat, colorSpace: CGColorSpace?) {
        (self.buffer, self.pixels, self.colorSpace) = (buffer, pixels, colorSpace)
        alphaState = pixels.hasAlpha ? buffer.alphaState : .opaque
    }

    var width: Int { buffer.width }
    var height: Int { buffer.height }
    /// True: the buffer's owner may write other pixels at any time.
    var mayChange: Bool { true }
    var storedFormat: PixelFormat? { pixels.withoutIgnoredAlpha(alphaState) }
    var storage: PixelView? { pixels.ignoresAlpha(alphaState) ? nil : buffer.pixelView }

    func read(into raster: Raster) throws {
        let area = raster.bounds.intersection(PixelRect(x: 0, y: 0, width: width, height: height))
        guard !area.isEmpty else { return }
        let view = buffer.view(as: pixels)
        guard let reordering = buffer.format.reordering else {
            for y in area.y..<area.maxY {
                let out = raster.row(y) + (area.x - raster.bounds.x)
                pixels.unpack(view.pixel(area.x, y), count: area.width, into: out, alphaState)
            }
            return
        }
        withUnsafeTemporaryAllocation(byteCount: area.width * pixels.bytesPerPixel, alignment: 16) { row in
            guard let start = row.baseAddress else { return }
            for y in area.y..<area.maxY {
                let out = raster.row(y) + (area.x - raster.bounds.x)
                reordering.fromBuffer(view.pixel(area.x, y), count: area.width, to: start)
                pixels.unpack(start, count: area.width, into: out, alphaState)
            }
        }
    }
}

extension CVBuffer {
    /// Whether another buffer, or this one, has pixels in the same memory.
    func sharesMemory(with other: CVPixelBuffer) -> Bool {
        planeAddresses.contains { own in other.planeAddresses.contains { own.overlaps($0) } }
    }

    /// The addresses of each plane's rows, as numbers.
    private var planeAddresses: [Range<Int>] {
        planes.map { plane in
            let start = Int(bitPattern: plane.address)
            return start..<start + plane.bytesPerRow * plane.height
        }
    }

    /// How colours are related to alpha, according to the attachments. The default is premultiplied.
    var alphaState: AlphaState {
        if let isOpaque = CVBufferCopyAttachment(self, kCVImageBufferAlphaChannelIsOpaque, nil) as? Bool, isOpaque {
            return .opaque
        }
        let mode = CVBufferCopyAttachment(self, kCVImageBufferAlphaChannelModeKey, nil) as? String
        return mode == kCVImageBufferAlphaChannelMode_StraightAlpha ? .unpremultiplied : .premultiplied
    }
}
