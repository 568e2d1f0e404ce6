import CJPEG

/// libjpeg's decoder of one file. For one thread at a time, except for `stop`.
final class JPEGDecoder: @unchecked Sendable {
    private let pointer: OpaquePointer
    private let reader: EncodedByteReader

    init(_ bytes: EncodedBytes) throws(LibraryFailure) {
        reader = try EncodedByteReader(bytes)
        let read: CJPEGRead = { reader, bytes, count in
            guard let reader, let bytes else { return -1 }
            return Unmanaged<EncodedByteReader>.fromOpaque(reader).takeUnretainedValue().read(into: bytes, count: count)
        }
        guard let pointer = cjpeg_new_decoder(read, Unmanaged.passUnretained(reader).toOpaque()) else {
            throw LibraryFailure(message: "there is no memory for a decoder")
        }
        self.pointer = pointer
    }

    deinit { cjpeg_release_decoder(pointer) }

    private func check(_ result: Int32) throws(LibraryFailure) {
        guard result != 0 else { return }
        throw LibraryFailure(message: String(cString: cjpeg_decoder_error(pointer)))
    }

    /// - Parameter reduction: 1, 2, 4 or 8: the side in pixels of the blocks that become one pixel.
    func readHeader(reduction: Int = 1) throws(LibraryFailure) -> CJPEGHeader {
        var header = CJPEGHeader()
        try check(cjpeg_read_header(pointer, Int32(reduction), &header))
        return header
    }

    /// Returns the next segment for applications before the pixels; nil after the last one. Its bytes last as long as
    /// this object.
    func nextSegment() -> CJPEGSegment? {
        var segment = CJPEGSegment()
        return cjpeg_next_segment(pointer, &segment) != 0 ? segment : nil
    }

    func readRows(
        count: Int, into pixels: UnsafeMutableRawPointer, bytesPerRow: Int
    ) throws(LibraryFailure) {
        try check(cjpeg_read_rows(pointer, pixels, bytesPerRow, Int32(count)))
    }

    /// Makes a call on another thread fail as soon as possible.
    func stop() { cjpeg_stop_decoder(pointer) }
}
