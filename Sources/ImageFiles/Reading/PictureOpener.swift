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
}
