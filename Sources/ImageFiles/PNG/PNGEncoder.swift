import CPNG
import Foundation

/// libpng's encoder of one file. For one thread at a time.
final class PNGEncoder {
    private let pointer: OpaquePointer
    private let writer: EncodedByteWriter

    init(_ writer: EncodedByteWriter) throws(LibraryFailure) {
        self.writer = writer
        let write: CPNGWrite = { writer, bytes, count in
            guard let writer else { return -1 }
            let writing = Unmanaged<EncodedByteWriter>.fromOpaque(writer).takeUnretainedValue()
            return writing.append(UnsafeRawBufferPointer(start: bytes, count: count)) ? 0 : -1
        }
        guard let pointer = cpng_new_encoder(write, Unmanaged.passUnretained(writer).toOpaque()) else {
            throw LibraryFailure(message: "there is no memory for an encoder")
        }
        self.pointer = pointer
    }

    deinit { cpng_release_encoder(pointer) }

    private func check(_ result: Int32) throws(LibraryFailure) {
        guard result != 0 else { return }
        throw LibraryFailure(message: String(cString: cpng_encoder_error(pointer)))
    }

    /// Sets the header.
    ///
    /// - Parameter compression: The level of zlib, 0 to 9.
    func set(_ header: CPNGHeader, compression: Int) throws(LibraryFailure) {
        var header = header
        try check(cpng_set_header(pointer, &header, Int32(compression)))
    }

    /// Sets the ICC profile. One that libpng considers invalid is left out.
    func set(profile: Data) throws(LibraryFailure) {
        try check(Self.withBlock(profile) { cpng_set_profile(pointer, $0) })
    }

    func set(exif: Data) throws(LibraryFailure) { try check(Self.withBlock(exif) { cpng_set_exif(pointer, $0) }) }

    private static func withBlock(_ data: Data, _ body: (CPNGBlock) -> Int32) -> Int32 {
        data.withUnsafeBytes { body(CPNGBlock(bytes: $0.bindMemory(to: UInt8.self).baseAddress, size: $0.count)) }
    }

    /// Adds a text.
    func add(_ text: String, keyword: String) throws(LibraryFailure) {
        try check(cpng_set_text(pointer, keyword, text))
    }

    func writeRows(_ pixels: UnsafeRawPointer, bytesPerRow: Int, count: Int) throws(LibraryFailure) {
        try check(cpng_write_rows(pointer, pixels, bytesPerRow, Int32(count)))
    }

    func finish() throws(LibraryFailure) { try check(cpng_finish(pointer)) }
}
