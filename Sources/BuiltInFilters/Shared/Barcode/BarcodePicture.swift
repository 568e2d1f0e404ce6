import Barcodes
import CoreImageEssentials
import Foundation

/// The picture of a symbol: black modules on white, one pixel wide, with a white border on all sides.
struct BarcodePicture {
    /// The border of QR codes in pixels, as in published renders.
    static let qrCodeBorder = 1
    /// The border of Aztec codes in pixels, as in published renders.
    static let aztecBorder = 2
    /// The border of Data Matrix symbols in pixels: the standard's quiet zone.
    static let dataMatrixBorder = 1

    private let modules: ModuleGrid
    private let border: Int
    private let rowHeight: Int

    /// Creates a picture of modules. `rowHeight` is the height of a row in pixels.
    init(_ modules: ModuleGrid, border: Int, rowHeight: Int = 1) {
        (self.modules, self.border, self.rowHeight) = (modules, border, rowHeight)
    }

    /// The picture with its lower left corner at the origin. It is sampled at the nearest pixel, so that enlarged
    /// modules stay sharp squares.
    var image: CIImage {
        let (width, height) = (modules.width + 2 * border, modules.height * rowHeight + 2 * border)
        var bytes = Data(repeating: 255, count: width * height)
        for row in 0..<modules.height * rowHeight {
            let start = (border + row) * width + border
            for column in 0..<modules.width where modules[column, row / rowHeight] { bytes[start + column] = 0 }
        }
        return CIImage(
            bitmapData: bytes, bytesPerRow: width, size: CGSize(width: width, height: height), format: .L8,
            colorSpace: nil
        ).samplingNearest()
    }
}
