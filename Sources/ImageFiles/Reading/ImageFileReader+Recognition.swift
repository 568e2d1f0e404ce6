import Foundation

extension ImageFileReader {
    /// The number of bytes that `recognizes(start:)` needs, unless the data are shorter.
    package static let startLength = PictureLoader.startLength

    /// Returns whether data that start with these bytes may be a picture in a format that can be read, or camera RAW.
    ///
    /// This tells whether it is worth reading the rest, for example from a pipe. The rest may still be damaged.
    package static func recognizes(start: Data) -> Bool {
        guard !start.isEmpty else { return false }
        let bytes = EncodedBytes.memory(start, name: "")
        if bytes.isOpenEXR || CameraRawFormat.recognized(in: bytes) != nil { return true }
        return PictureLoader.recognizes(start)
    }
}
