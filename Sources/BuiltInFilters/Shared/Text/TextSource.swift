import CoreImageEssentials
import Foundation
import Pixels
import Synchronization
import Typesetting

/// A source of text that is drawn when its pixels are first needed. The drawn pixels are kept.
final class TextSource: PixelSource {
    let width: Int
    let height: Int
    let colorSpace = CGColorSpace(name: CGColorSpace.sRGB)
    let alphaState = AlphaState.premultiplied
    let storedFormat: PixelFormat? = PixelFormat(.bgra, .uint8)

    private let runs: [TextRun]
    private let scale: Double
    private let padding: Int
    private let bitmap = Mutex<BitmapSource?>(nil)

    /// Measures the text.
    ///
    /// - Throws: `TypesettingError`.
    init(_ runs: [TextRun], scale: Double, padding: Int) throws(TypesettingError) {
        let extent = try TextPicture.extent(of: runs, scale: scale, padding: padding)
        (width, height) = (extent.width, extent.height)
        (self.runs, self.scale, self.padding) = (runs, scale, padding)
    }

    func read(into raster: Raster) throws { try drawn().read(into: raster) }

    var storage: PixelView? { try? drawn().storage }

    private func drawn() throws -> BitmapSource {
        try bitmap.withLock { bitmap in
            if let bitmap { return bitmap }
            let picture = try TextPicture(runs, scale: scale, padding: padding)
            let made = try BitmapSource(
                data: picture.pixels, bytesPerRow: picture.width * 4, width: picture.width, height: picture.height,
                format: PixelFormat(.bgra, .uint8), colorSpace: colorSpace)
            bitmap = made
            return made
        }
    }
}
