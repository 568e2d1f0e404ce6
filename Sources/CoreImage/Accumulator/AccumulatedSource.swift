import CoreImageEssentials
import Pixels

/// The pixels of an accumulator at one moment, as the source of an image. They are in extended linear sRGB, in which
/// the accumulator's context computes.
final class AccumulatedSource: PixelSource {
    private let pixels: AccumulatedPixels

    init(_ pixels: AccumulatedPixels) { self.pixels = pixels }

    var width: Int { pixels.width }
    var height: Int { pixels.height }
    var colorSpace: CGColorSpace? { .workingDefault }
    var alphaState: AlphaState { pixels.format.hasAlpha ? .premultiplied : .opaque }
    var storage: PixelView? { pixels.storage }
    var storedFormat: PixelFormat? { pixels.format }

    func read(into raster: Raster) { pixels.read(into: raster) }
}
