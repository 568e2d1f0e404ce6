import Pixels

/// A picture that a decoder has opened, and whose header it has read.
///
/// Its pixels can be decoded once, in one of three ways, by one thread. Every other member is thread-safe.
protocol OpenedPicture: AnyObject, Sendable {
    var width: Int { get }
    var height: Int { get }
    /// The format of the decoded pixels: 8- or 16-bit integers or 32-bit floats.
    var pixelFormat: PixelFormat { get }
    /// Whether the four components are inks (CMYK), in place of colours and alpha.
    var isInk: Bool { get }
    /// The rest of the header.
    var fields: PictureFields { get }

    /// Returns a decoder of the rows from the top down.
    func makeRows() throws(LibraryFailure) -> any PictureRows

    /// Decodes the whole picture into memory.
    ///
    /// - Parameter name: The name of the file, for errors.
    /// - Throws: `LibraryFailure` for a damaged file, or `ImageFileError` if there isn't enough memory.
    func decodeAll(name: String) throws -> DecodedPixels

    /// Makes any part of a picture readable that is too large for memory.
    ///
    /// - Parameter name: The name of the file, for errors.
    /// - Throws: `LibraryFailure` for a damaged file, or `ImageFileError` if the system is out of resources.
    func decodeRegions(name: String) throws -> any PictureRegions

    /// Ends decoding on another thread with an error, as soon as the decoder allows it.
    func stop()
}

extension OpenedPicture {
    var bytesPerRow: Int { width * pixelFormat.bytesPerPixel }

    func decodeAll(name: String) throws -> DecodedPixels {
        guard let memory = PixelMemory(byteCount: height * bytesPerRow) else {
            throw ImageFileError.unreadable(
                file: name, reason: "the system refused \(height * bytesPerRow) bytes of memory")
        }
        try makeRows().read(0..<height, into: memory.bytes, bytesPerRow: bytesPerRow)
        return DecodedPixels(bytes: memory.bytes, owner: memory)
    }

    func decodeRegions(name: String) throws -> any PictureRegions { try TemporaryPixels(decoding: self, name: name) }
}
