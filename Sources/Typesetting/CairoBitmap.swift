import CPango
import Foundation

/// Pixels drawn by cairo: rows from the top, with four bytes a pixel in the order blue, green, red, alpha,
/// premultiplied.
struct CairoBitmap: Sendable {
    private let width: Int
    private let height: Int
    private let bytes: [UInt8]

    /// Draws a layout. `originX` and `originY` are the distances of its origin from the upper left corner, in pixels.
    init(drawing layout: OpaquePointer, width: Int, height: Int, originX: Int, originY: Int) throws(TypesettingError) {
        guard width > 0, height > 0 else {
            (self.width, self.height, bytes) = (0, 0, [])
            return
        }
        guard let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height)) else {
            throw .failed("cairo makes no bitmap")
        }
        defer { cairo_surface_destroy(surface) }
        let context = cairo_create(surface)
        cairo_translate(context, Double(originX), Double(originY))
        pango_cairo_show_layout(context, layout)
        let status = cairo_status(context)
        cairo_destroy(context)
        cairo_surface_flush(surface)
        guard status == CAIRO_STATUS_SUCCESS, let start = cairo_image_surface_get_data(surface) else {
            throw .failed(String(cString: cairo_status_to_string(status)))
        }
        let bytesPerRow = Int(cairo_image_surface_get_stride(surface))
        bytes = [UInt8](unsafeUninitializedCapacity: width * height * 4) { buffer, count in
            for row in 0..<height {
                let source = UnsafeBufferPointer(start: start + row * bytesPerRow, count: width * 4)
                _ = UnsafeMutableBufferPointer(rebasing: buffer[(row * width * 4)...]).update(fromContentsOf: source)
            }
            count = width * height * 4
        }
        (self.width, self.height) = (width, height)
    }

    /// Returns the bitmap reduced by a factor: each square of `factor` × `factor` pixels becomes their mean.
    func reduced(by factor: Int) -> Data {
        guard factor > 1 else { return Data(bytes) }
        let (columns, rows) = (width / factor, height / factor)
        let area = factor * factor
        var result = [UInt8](repeating: 0, count: columns * rows * 4)
        bytes.withUnsafeBufferPointer { source in
            var sums = [Int](repeating: 0, count: columns * 4)
            for row in 0..<rows {
                for index in sums.indices { sums[index] = area / 2 }
                for line in row * factor..<(row + 1) * factor {
                    for column in 0..<width {
                        let (from, to) = ((line * width + column) * 4, column / factor * 4)
                        for component in 0..<4 { sums[to + component] += Int(source[from + component]) }
                    }
                }
                for index in sums.indices { result[row * columns * 4 + index] = UInt8(sums[index] / area) }
            }
        }
        return Data(result)
    }
}
