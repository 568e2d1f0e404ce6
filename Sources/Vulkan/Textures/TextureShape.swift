import DeviceKernels
import Pixels

/// The pixels of an application's texture, after all that can be checked without its memory.
struct TextureShape: Sendable, Hashable {
    let width: Int
    let height: Int
    let format: PixelFormat
    /// Bytes from a row to the next in memory.
    let bytesPerRow: Int
    /// Bytes from the first pixel to the end of the last.
    let byteCount: Int

    /// Checks the pixels of a texture, and of memory that begins at an offset.
    ///
    /// - Parameter bytesPerRow: Nil for rows without space between them.
    /// - Throws: `TextureRefusal`.
    init(
        width: Int, height: Int, format: PixelFormat, offset: Int = 0, bytesPerRow: Int? = nil
    ) throws(TextureRefusal) {
        guard width >= 1, height >= 1 else {
            throw TextureRefusal(
                "a texture of \(width) × \(height) pixels is empty; give it at least one column and row")
        }
        guard format.isForDevices else {
            let names = PixelFormat.forDevices.map(\.name).joined(separator: ", ")
            throw TextureRefusal("it has no textures of the format \(format.name); use one of \(names)")
        }
        let (row, isTooWide) = width.multipliedReportingOverflow(by: format.pixelStride)
        guard !isTooWide else { throw .tooLarge }
        let bytesPerRow = bytesPerRow ?? row
        let alignment = format.deviceAlignment
        guard bytesPerRow >= row, bytesPerRow % alignment == 0 else {
            throw TextureRefusal(
                "rows of \(width) pixels in the format \(format.name) can't be \(bytesPerRow) bytes apart; make it a "
                    + "multiple of \(alignment) bytes, and at least \(row)")
        }
        guard offset >= 0, offset % alignment == 0 else {
            throw TextureRefusal(
                "pixels in the format \(format.name) can't begin at byte \(offset) of their memory; make it a "
                    + "multiple of \(alignment)")
        }
        let (rows, isTooHigh) = (height - 1).multipliedReportingOverflow(by: bytesPerRow)
        let (size, isTooLarge) = rows.addingReportingOverflow(row)
        guard !isTooHigh, !isTooLarge, !size.addingReportingOverflow(offset).overflow else { throw .tooLarge }
        (self.width, self.height, self.format) = (width, height, format)
        (self.bytesPerRow, byteCount) = (bytesPerRow, size)
    }

    /// The rectangle of the pixels.
    var bounds: PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }

    /// Returns the pixels in memory whose first row is the top one.
    func image(in memory: any BufferMemory) -> DeviceImage {
        DeviceImage(
            memory,
            DevicePixels(
                bounds: bounds, format: format, address: memory.address + UInt64((height - 1) * bytesPerRow),
                bytesPerRow: -bytesPerRow))
    }
}
