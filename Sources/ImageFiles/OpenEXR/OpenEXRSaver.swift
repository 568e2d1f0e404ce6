import Foundation

/// The encoder of OpenEXR files, through the OpenEXR library, with which this module is linked.
struct OpenEXRSaver: PictureEncoder {
    var isAvailable: Bool { true }

    func encode(
        _ picture: EncodedPicture, as format: ImageFileFormat, _ options: ImageEncodingOptions, name: String
    ) throws -> Data {
        let sink = MemorySink()
        try OpenEXREncoder(picture, options).encode(to: sink, name: name)
        return sink.data
    }

    func encode(
        _ picture: EncodedPicture, as format: ImageFileFormat, _ options: ImageEncodingOptions, to file: PictureFile,
        name: String
    ) throws {
        try OpenEXREncoder(picture, options).encode(to: file, name: name)
    }
}
