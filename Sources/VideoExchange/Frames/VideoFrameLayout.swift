/// Where the samples of a frame are in memory. A client and a worker compute it from the same three facts, so that
/// neither has to trust offsets of the other.
package struct VideoFrameLayout: Hashable, Sendable {
    /// A plane of samples.
    package struct Plane: Hashable, Sendable {
        /// The offset of the first row from the start of the frame, in bytes.
        package let offset: Int
        /// The distance between rows, in bytes.
        package let bytesPerRow: Int
        /// The bytes of a row that hold samples.
        package let usedBytesPerRow: Int
        /// The number of rows.
        package let rows: Int
        /// The number of groups of samples in a row: the plane's width.
        package let columns: Int
    }

    /// The largest width and height, in pixels.
    package static let maximumSide = 65_536
    /// Rows and planes start at multiples of this many bytes.
    private static let alignment = 64
    /// Bytes after the last plane, as encoders read a few bytes beyond a row.
    private static let margin = 64

    /// The arrangement of samples.
    package let format: VideoPixelFormat
    /// Columns of pixels.
    package let width: Int
    /// Rows of pixels.
    package let height: Int
    /// The planes, in the order of the format.
    package let planes: [Plane]
    /// The size of a frame in memory, in bytes, a multiple of 4096.
    package let byteCount: Int

    /// Computes a layout. Chroma planes of odd sizes are rounded up, as in FFmpeg.
    ///
    /// - Returns: Nil if a side isn't in 1…``maximumSide``.
    package init?(format: VideoPixelFormat, width: Int, height: Int) {
        guard (1...Self.maximumSide).contains(width), (1...Self.maximumSide).contains(height) else { return nil }
        (self.format, self.width, self.height) = (format, width, height)
        var end = 0
        planes = format.planes.map { plane in
            let columns = (width + (1 << plane.widthShift) - 1) >> plane.widthShift
            let rows = (height + (1 << plane.heightShift) - 1) >> plane.heightShift
            let used = columns * plane.groupBytes
            let bytesPerRow = (used + Self.alignment - 1) / Self.alignment * Self.alignment
            defer { end += bytesPerRow * rows }
            return Plane(offset: end, bytesPerRow: bytesPerRow, usedBytesPerRow: used, rows: rows, columns: columns)
        }
        byteCount = (end + Self.margin + 4095) / 4096 * 4096
    }
}
