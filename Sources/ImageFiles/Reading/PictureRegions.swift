/// The pixels of a picture that isn't in memory as a whole, of which any part can be read. Thread-safe.
protocol PictureRegions: Sendable {
    /// Copies a part, counted from the top left, to contiguous rows.
    func read(
        left: Int, top: Int, width: Int, height: Int, into pixels: UnsafeMutableRawPointer
    ) throws(LibraryFailure)
}
