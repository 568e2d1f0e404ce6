import Foundation

/// The small picture inside a camera RAW file that was made to be shown in its place.
struct CameraRawPreview {
    /// What is to be opened instead of the file: a JPEG inside it, or the file itself, whose first picture it is.
    let bytes: EncodedBytes
    /// EXIF orientation of the whole file, which the picture inside doesn't repeat; nil where the file says nothing.
    let orientation: Int?

    /// The largest preview; nil where there is none that can be read.
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

    /// The header of a RAF has the JPEG's place and length at byte 84, big-endian.
    private static func streamOfRAF(_ data: Data) -> Data? {
        let fields = data.dropFirst(84).prefix(8)
        guard fields.count == 8 else { return nil }
        func number(_ field: Data) -> Int { field.reduce(0) { $0 << 8 | Int($1) } }
        return jpeg(data, at: number(fields.prefix(4)), count: number(fields.suffix(4)))
    }

    /// A JPEG that decoders read: sensors' data may be JPEG too, but of the lossless kind.
    private static func jpeg(_ data: Data, at offset: Int, count: Int) -> Data? {
        guard offset > 0, offset < data.count, count > 4, count <= data.count - offset else { return nil }
        let start = data.startIndex + offset
        let stream = data.subdata(in: start..<start + count)
        return JPEGFrame(stream) == nil ? nil : stream
    }
}
