import Foundation

/// An encoder for files of one or more formats.
protocol PictureEncoder: Sendable {
    /// Whether the libraries on this machine can encode.
    var isAvailable: Bool { get }

    /// Encodes a picture to memory.
    ///
    /// - Parameter name: The name of the data, for error messages.
    /// - Throws: `ImageFileError`, or the error that the picture's closure threw.
    func encode(
        _ picture: EncodedPicture, as format: ImageFileFormat, _ options: ImageEncodingOptions, name: String
    ) throws -> Data

    /// Encodes a picture to a file.
    ///
    /// - Parameter name: The name of the file, for error messages.
    /// - Throws: `ImageFileError`, or the error that the picture's closure threw.
    func encode(
        _ picture: EncodedPicture, as format: ImageFileFormat, _ options: ImageEncodingOptions, to file: PictureFile,
        name: String
    ) throws
}
