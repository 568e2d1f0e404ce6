import CJPEG
import Foundation

/// libjpeg's encoder of one file. For one thread at a time.
final class JPEGEncoder {
    private let pointer: OpaquePointer
    private let writer: EncodedByteWriter

    init(_ writer: EncodedByteWriter) throws(LibraryFailure) {
        self.writer = writer
        let write: CJPEGWrite = { writer, bytes, count in
            guard let writer else { return -1 }
            let writing = Unmanaged<EncodedByteWriter>.fromOpaque(writer).takeUnretainedValue()
            return writing.append(UnsafeRawBufferPointer(start: bytes, count: count)) ? 0 : -1
        }
        guard let pointer = cjpeg_new_encoder(write, Unmanaged.passUnretained(writer).toOpaque()) else {
            throw LibraryFailure(message: "there is no memory for an encoder")
        }
        self.pointer = pointer
    }

    deinit { cjpeg_release_encoder(pointer) }

    private func check(_ result: Int32) throws(LibraryFailure) {
        guard result != 0 else { return }
        throw LibraryFailure(message: String(cString: cjpeg_encoder_error(pointer)))
    }

    /// Starts a picture.
    ///
    /// Huffman tables that are optimised for the picture would save a tenth of the file, but need the whole picture in
    /// memory, and twice the time.
    ///
    /// - Parameter percent: The quality, 1 to 100. From 90 up, where quality matters more than size, chroma keeps the
    ///   full resolution.
    func start(_ picture: EncodedPicture, percent: Int) throws(LibraryFailure) {
        try check(
            cjpeg_start(
                pointer, Int32(picture.width), Int32(picture.height), Int32(picture.pixelFormat.layout.channelCount),
                Int32(percent), percent >= 90 ? 1 : 0))
    }

    /// Writes the segment APP`kind`.
    func writeSegment(_ kind: Int32, _ content: Data) throws(LibraryFailure) {
        let result = content.withUnsafeBytes { bytes in
            var segment = CJPEGSegment(
                kind: kind, bytes: bytes.bindMemory(to: UInt8.self).baseAddress, size: bytes.count)
            return cjpeg_write_segment(pointer, &segment)
        }
        try check(result)
    }

    func writeRows(_ pixels: UnsafeRawPointer, bytesPerRow: Int, count: Int) throws(LibraryFailure) {
        try check(cjpeg_write_rows(pointer, pixels, bytesPerRow, Int32(count)))
    }

    func finish() throws(LibraryFailure) { try check(cjpeg_finish(pointer)) }
}
