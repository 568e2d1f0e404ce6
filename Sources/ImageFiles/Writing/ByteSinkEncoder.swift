import Foundation

/// An encoder that writes a file from its first byte to its last.
protocol ByteSinkEncoder: PictureEncoder {
    /// Encodes a picture.
    ///
    /// - Throws: The error of the picture's closure or of `writer`, or `LibraryFailure`.
    func encode(_ picture: EncodedPicture, _ options: ImageEncodingOptions, to writer: EncodedByteWriter) throws
}

extension ByteSinkEncoder {
    // The library is linked.
    var isAvailable: Bool { true }

    func encode(
        _ picture: EncodedPicture, as format: ImageFileFormat, _ options: ImageEncodingOptions, name: String
    ) throws -> Data {
        let sink = MemorySink()
        try encode(picture, options, to: sink, name: name)
        return sink.data
    }

    func encode(
        _ picture: EncodedPicture, as format: ImageFileFormat, _ options: ImageEncodingOptions, to file: PictureFile,
        name: String
    ) throws {
        try encode(picture, options, to: file, name: name)
    }

    private func encode(
        _ picture: EncodedPicture, _ options: ImageEncodingOptions, to sink: any ByteSink, name: String
    ) throws {
        let writer = EncodedByteWriter(sink)
        do {
            try encode(picture, options, to: writer)
            if !writer.flush(), let failure = writer.failure { throw failure }
        } catch let failure as LibraryFailure {
            // If the sink failed, the library only knows that something did.
            throw writer.failure ?? ImageFileError.notWritten(file: name, reason: failure.message)
        }
    }
}
