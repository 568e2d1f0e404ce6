import PixelBuffers
import Pixels

/// The numbers of a plane of a pixel buffer, as they are when they are read. It keeps the buffer.
final class PixelBufferPlaneSource: PixelBufferReader {
    let buffer: CVPixelBuffer
    private let view: PixelView
    /// The numbers aren't colours.
    let colorSpace: CGColorSpace? = nil
    let alphaState = AlphaState.opaque

    init(_ buffer: CVPixelBuffer, plane: Int) { (self.buffer, view) = (buffer, buffer.planeView(plane)) }

    var width: Int { view.bounds.width }
    var height: Int { view.bounds.height }
    /// True: the buffer's owner may write other pixels at any time.
    var mayChange: Bool { true }
    var storedFormat: PixelFormat? { view.format }
    var storage: PixelView? { view }

    func read(into raster: Raster) throws { view.unpack(into: raster) }
}

extension CVBuffer {
    /// Returns a plane of luma or chroma as red, or red and green. The view keeps the buffer.
    func planeView(_ index: Int) -> PixelView {
        let (plane, description) = (planes[index], format.planes[index])
        let component: PixelFormat.Component = format.bits > 8 ? .uint16 : .uint8
        // Memory of the caller may have more rows and columns than the picture.
        let columns = (width + description.horizontalSubsampling - 1) / description.horizontalSubsampling
        let rows = (height + description.verticalSubsampling - 1) / description.verticalSubsampling
        return PixelView(
            topLeft: plane.address, bounds: PixelRect(x: 0, y: 0, width: columns, height: rows),
            format: PixelFormat(description.bytesPerBlock > component.byteCount ? .rg : .r, component),
            bytesPerRow: plane.bytesPerRow, keeping: self)
    }

    /// Copies all planes of a buffer with the same format and size.
    func copyPlanes(of other: CVBuffer) {
        for index in planes.indices {
            let (from, to) = (other.planeView(index), planeView(index))
            let size = to.bounds.width * to.format.bytesPerPixel
            for y in 0..<to.bounds.height { to.row(y).copyMemory(from: from.row(y), byteCount: size) }
        }
    }
}
