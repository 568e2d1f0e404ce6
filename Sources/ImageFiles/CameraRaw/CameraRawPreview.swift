import Foundation

/// The preview picture inside a camera RAW file.
struct CameraRawPreview {
    /// The bytes to open instead of the file: a JPEG inside it, or the file itself, if its first picture is the
    /// preview.
    let bytes: EncodedBytes
    /// The EXIF orientation from the file's first directory, which an embedded JPEG usually lacks; nil if there is
    /// none.
    let orientation: Int?

    /// Finds the largest preview; nil if there is none that can be read.
    init?(of bytes: EncodedBytes, _ format: CameraRawFormat) {
        guard let data = bytes.mapped else { return nil }
        if format == .raf, let stream = Self.streamOfRAF(data) {
            (self.bytes, orientation) = (.memory(stream, name: bytes.name), nil)
            return
        }
        guard let pictures = TIFFPictures(data) else { return nil }
        orientation = pictures.first.orientation
        let streams = pictures.all.filter { !$0.isSensorData }.compactMap(\.stream)
            .compactMap { Self.jpeg(data, at: $0.offset, count: $0.count) }
        if let largest = streams.max(by: { $0.count < $1.count }) {
            self.bytes = .memory(largest, name: bytes.name)
        } else if !pictures.first.isSensorData {
            self.bytes = bytes
        } else {
            return nil
        }
    }

    /// Returns the JPEG stream of a RAF file. Its offset and length are at byte 84 of the header, big-endian.
    private static func streamOfRAF(_ data: Data) -> Data? {
        let fields = data.dropFirst(84).prefix(8)
        guard fields.count == 8 else { return nil }
        return jpeg(data, at: fields.prefix(4).bigEndianNumber, count: fields.suffix(4).bigEndianNumber)
    }

    /// Returns a JPEG stream if decoders can read it. Sensor data may also be JPEG, but of the lossless kind.
    private static func jpeg(_ data: Data, at offset: Int, count: Int) -> Data? {
        guard offset > 0, offset < data.count, count > 4, count <= data.count - offset else { return nil }
        let start = data.startIndex + offset
        let stream = data.subdata(in: start..<start + count)
        return JPEGFrame(stream) == nil ? nil : stream
    }
}
