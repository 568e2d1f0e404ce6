import Barcodes
import Foundation

/// How modules become pixels: black on white, each a pixel wide, with a white border on all sides.
struct BarcodePicture {
    /// Pixels around QR codes, as published renders show.
    static let qrCodeBorder = 1
    /// Pixels around Aztec codes, as published renders show.
    static let aztecBorder = 2
    /// Pixels around Data Matrix symbols: the standard's quiet zone.
    static let dataMatrixBorder = 1

    private let modules: ModuleGrid
    private let border: Int
    private let rowHeight: Int

    /// A picture of modules whose rows are so many pixels high.
    init(_ modules: ModuleGrid, border: Int, rowHeight: Int = 1) {
        (self.modules, self.border, self.rowHeight) = (modules, border, rowHeight)
    }

    /// The picture with its lower left corner at the origin. Enlarged, its pixels stay squares.
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
