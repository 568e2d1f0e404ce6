import CPNG
import Foundation

/// libpng's decoder of one file. For one thread at a time, except for `stop`.
final class PNGDecoder: @unchecked Sendable {
    private let pointer: OpaquePointer
    private let reader: EncodedByteReader

    init(_ bytes: EncodedBytes) throws(LibraryFailure) {
        reader = try EncodedByteReader(bytes)
        let read: CPNGRead = { reader, bytes, count in
            guard let reader, let bytes else { return -1 }
            return Unmanaged<EncodedByteReader>.fromOpaque(reader).takeUnretainedValue().read(into: bytes, count: count)
        }
        guard let pointer = cpng_new_decoder(read, Unmanaged.passUnretained(reader).toOpaque()) else {
            throw LibraryFailure(message: "there is no memory for a decoder")
        }
        self.pointer = pointer
    }

    deinit { cpng_release_decoder(pointer) }

    private func check(_ result: Int32) throws(LibraryFailure) {
        guard result != 0 else { return }
        throw LibraryFailure(message: String(cString: cpng_decoder_error(pointer)))
    }

    func readHeader() throws(LibraryFailure) -> CPNGHeader {
        var header = CPNGHeader()
        try check(cpng_read_header(pointer, &header))
        return header
    }

    /// The ICC profile, after the header was read.
    var profile: Data? { Self.data(cpng_profile(pointer)) }

    /// The EXIF block, after the header was read.
    var exif: Data? { Self.data(cpng_exif(pointer)) }

    private static func data(_ block: CPNGBlock) -> Data? { block.bytes.map { Data(bytes: $0, count: block.size) } }

    /// The texts before the pixels and their keywords, after the header was read.
    var texts: [(keyword: String, text: String)] {
        var result: [(keyword: String, text: String)] = []
        var (keyword, text): (UnsafePointer<CChar>?, UnsafePointer<CChar>?) = (nil, nil)
        while cpng_text(pointer, Int32(result.count), &keyword, &text) != 0 {
            result.append((Self.string(keyword), Self.string(text)))
        }
        return result
    }

    /// Decodes UTF-8, or else Latin-1: the chunks differ, and many programs don't follow the standard.
    private static func string(_ text: UnsafePointer<CChar>?) -> String {
        guard let text else { return "" }
        let bytes = UnsafeRawBufferPointer(start: text, count: strlen(text))
        return String(validating: bytes, as: UTF8.self) ?? String(bytes.map { Character(Unicode.Scalar($0)) })
    }

    func readRows(
        count: Int, into pixels: UnsafeMutableRawPointer, bytesPerRow: Int
    ) throws(LibraryFailure) {
        try check(cpng_read_rows(pointer, pixels, bytesPerRow, Int32(count)))
    }

    /// Decodes all rows of an interlaced picture.
    func readInterlaced(into pixels: UnsafeMutableRawPointer, bytesPerRow: Int) throws(LibraryFailure) {
        try check(cpng_read_interlaced(pointer, pixels, bytesPerRow))
    }

    /// Makes a call on another thread fail as soon as possible.
    func stop() { cpng_stop_decoder(pointer) }
}
