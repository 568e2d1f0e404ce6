/// Opens picture files of one format with a decoder.
protocol PictureOpener: Sendable {
    /// The format of the files.
    var format: ImageFileFormat { get }

    /// Whether any part of a file can be decoded without the parts before it.
    func hasRandomAccess(_ bytes: EncodedBytes) -> Bool

    /// Opens a file, and reads its header.
    ///
    /// - Parameter sequential: Whether the rows are decoded from the top down, or the whole picture is.
    func open(_ bytes: EncodedBytes, sequential: Bool) throws(LibraryFailure) -> any OpenedPicture

    /// Returns the openers of a picture at fractions of its size, from the largest picture to the smallest. Decoding at
    /// a fraction must take less time or memory.
    ///
    /// - Parameters:
    ///   - picture: The picture, opened in full.
    ///   - bytes: The file.
    func reductions(of picture: any OpenedPicture, in bytes: EncodedBytes) -> [ReducedOpener]
}

extension PictureOpener {
    /// None: the decoder has all pixels or nothing.
    func reductions(of picture: any OpenedPicture, in bytes: EncodedBytes) -> [ReducedOpener] { [] }
}
