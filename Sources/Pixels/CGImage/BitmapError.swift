import Foundation

/// An error for bytes that can't be read as an image of the stated layout.
public enum BitmapError: Error, Hashable, Sendable, LocalizedError, CustomStringConvertible {
    /// Width or height is not positive, or too large to address.
    case invalidSize(width: Int, height: Int)
    /// A row is shorter than its pixels.
    case rowTooShort(bytesPerRow: Int, needed: Int)
    /// There are fewer bytes than rows × bytes per row.
    case tooFewBytes(available: Int, needed: Int)
    /// The combination of component size, alpha and colour space isn't supported.
    case unsupportedLayout(reason: String)
    /// The file with the bytes can't be read.
    case unreadableFile(path: String, reason: String)
    /// The number of bytes is negative.
    case negativeLength(Int)

    /// A message that states the problem and the remedy.
    public var description: String {
        switch self {
        case .invalidSize(let width, let height):
            "A bitmap can't be \(width) × \(height) pixels. Give a positive width and height."
        case .rowTooShort(let bytesPerRow, let needed):
            "\(bytesPerRow) bytes per row are too few: the row's pixels take \(needed). Pass at least that."
        case .tooFewBytes(let available, let needed):
            "The data holds \(available) bytes, but the bitmap's rows take \(needed). "
                + "Check the height, the bytes per row and the pixel format."
        case .unsupportedLayout(let reason):
            "The bitmap's layout isn't supported: \(reason). "
                + "Use 8- or 16-bit integers or 16- or 32-bit floats, with gray, RGB or CMYK components."
        case .unreadableFile(let path, let reason):
            "The file “\(path)” can't be read: \(reason) Check its path, and that this process may read it."
        case .negativeLength(let length):
            "Memory can't hold \(length) bytes. Pass the number of bytes, which is 0 or more."
        }
    }

    /// The same text, for `localizedDescription`.
    public var errorDescription: String? { description }

    /// Checks that the rows of pixels fit into the available bytes. The last row needs no padding.
    static func check(
        width: Int, height: Int, bytesPerRow: Int, bytesPerPixel: Int, available: Int
    ) throws(BitmapError) {
        guard width > 0, height > 0, width < 1 << 31, height < 1 << 31 else {
            throw .invalidSize(width: width, height: height)
        }
        let rowLength = width * bytesPerPixel
        guard bytesPerRow >= rowLength else { throw .rowTooShort(bytesPerRow: bytesPerRow, needed: rowLength) }
        let (before, overflow) = bytesPerRow.multipliedReportingOverflow(by: height - 1)
        let (needed, overflowed) = before.addingReportingOverflow(rowLength)
        guard !overflow, !overflowed else { throw .invalidSize(width: width, height: height) }
        guard available >= needed else { throw .tooFewBytes(available: available, needed: needed) }
    }
}
