import Pixels

@testable import ImageGraph

/// Noise in memory, which renderings read where it is.
final class NoiseBitmap: PixelSource {
    let width: Int
    let height: Int
    let colorSpace: CGColorSpace? = nil
    let alphaState = AlphaState.premultiplied
    private let raster: Raster

    init(_ width: Int, _ height: Int) {
        (self.width, self.height) = (width, height)
        raster = Raster(bounds: PixelRect(x: 0, y: 0, width: width, height: height))
        for y in 0..<height { for x in 0..<width { raster[x, y] = Noise.pixel(x, y) } }
    }

    var storage: PixelView? { raster.view }

    func read(into target: Raster) { target.copy(from: raster) }
}
