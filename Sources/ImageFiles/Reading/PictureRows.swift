/// The rows of a picture as they are decoded, for the thread that created this object.
protocol PictureRows: AnyObject {
    /// Decodes rows, counted from the top. Each row must be read once and in order.
    func read(_ rows: Range<Int>, into pixels: UnsafeMutableRawPointer, bytesPerRow: Int) throws(LibraryFailure)
}
