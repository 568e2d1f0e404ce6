import DeviceKernels
import Pixels

/// The pixels of a texture as a source, as they are when they are read. It keeps the texture.
///
/// Renderings read the pixels where they are: kernels on the texture's device read its memory. Other processors get a
/// copy.
package final class TextureSource: PixelSource {
    package let pixels: TexturePixels
    package let colorSpace: CGColorSpace?
    package let alphaState: AlphaState

    /// Creates a source of a texture's pixels.
    ///
    /// - Parameter alphaState: The alpha convention of the pixels, of which alpha isn't ignored.
    package init(_ pixels: TexturePixels, colorSpace: CGColorSpace?, alphaState: AlphaState) {
        (self.pixels, self.colorSpace, self.alphaState) = (pixels, colorSpace, alphaState)
    }

    package var width: Int { pixels.width }
    package var height: Int { pixels.height }
    /// True: the application may write other pixels between renderings.
    package var mayChange: Bool { true }
    package var storedFormat: PixelFormat? { pixels.format }
    package var textureFormat: PixelFormat? { pixels.format }

    package func read(into raster: Raster) throws {
        let area = raster.bounds.intersection(PixelRect(x: 0, y: 0, width: width, height: height))
        if area.isEmpty { return }
        switch pixels {
        case .device(let texture):
            let image = try texture.beginReading()
            let byteCount = max(1, area.byteCount(in: texture.format))
            try withUnsafeTemporaryAllocation(byteCount: byteCount, alignment: 16) { memory in
                // The memory isn't empty.
                let view = PixelView(
                    bounds: area, format: texture.format, base: memory.baseAddress!,
                    bytesPerRow: area.width * texture.format.pixelStride, keeping: nil)
                var work = DeviceWork()
                work.downloads = [DeviceWork.Copy(view, image, area)]
                try texture.device.perform(work)
                unpack(view, area, into: raster)
            }
        case .shared(let shared):
            try shared.beginAccess(writing: false)
            defer { shared.endAccess(writing: false) }
            unpack(shared.view, area, into: raster)
        }
    }

    private func unpack(_ view: PixelView, _ area: PixelRect, into raster: Raster) {
        for y in area.y..<area.maxY {
            let out = raster.row(y) + (area.x - raster.bounds.x)
            view.format.unpack(view.pixel(area.x, y), count: area.width, into: out, alphaState)
        }
    }
}
