import Barcodes
import CoreImage
import Testing

/// A difference between a rendered picture and a valid barcode.
struct BarcodePictureFault: Error { let text: String }

extension ModuleGrid {
    /// Reads the modules of a rendered barcode, which must be opaque black and white with a white border.
    init(rendering image: CIImage?, border: Int, rowHeight: Int = 1) throws {
        let image = try #require(image)
        let extent = image.extent
        guard extent.origin == .zero, !extent.isInfinite else { throw BarcodePictureFault(text: "extent \(extent)") }
        let pixels = try PixelGrid(rendering: image, in: extent)
        let (width, height) = (pixels.width - 2 * border, (pixels.height - 2 * border) / rowHeight)
        self.init(width: width, height: height)
        for y in (0..<pixels.height).reversed() {
            for x in 0..<pixels.width {
                let pixel = pixels[x, y]
                guard pixel == SIMD4(0, 0, 0, 1) || pixel == SIMD4(1, 1, 1, 1) else {
                    throw BarcodePictureFault(text: "pixel (\(x), \(y)) is \(pixel)")
                }
                let (column, row) = (x - border, pixels.height - 1 - y - border)
                let isInside = (0..<width).contains(column) && (0..<height * rowHeight).contains(row)
                if isInside, row % rowHeight == 0 { self[column, row / rowHeight] = pixel.x == 0 }
                let expected = isInside ? self[column, row / rowHeight] : false
                guard (pixel.x == 0) == expected else {
                    throw BarcodePictureFault(text: "pixel (\(x), \(y)) breaks the border or a row")
                }
            }
        }
    }
}
