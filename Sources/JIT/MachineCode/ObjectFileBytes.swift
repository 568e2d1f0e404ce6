/// Reads little-endian numbers and names from bytes that may be damaged. Never reads outside them.
struct ObjectFileBytes: Sendable {
    let bytes: [UInt8]

    /// Returns the number at an offset. Throws `ObjectFileError.malformed`.
    func number<Number: FixedWidthInteger & BitwiseCopyable>(
        at offset: Int, _ type: Number.Type = Number.self
    ) throws(ObjectFileError) -> Number {
        let size = MemoryLayout<Number>.size
        guard offset >= 0, offset <= bytes.count - size else { throw .malformed(what: "a number at byte \(offset)") }
        return bytes.withUnsafeBytes { Number(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: Number.self)) }
    }

    /// Returns the 64-bit number at a position, for use as an offset or size. Throws if it isn't below 2⁴⁰.
    func offset(at place: Int) throws(ObjectFileError) -> Int {
        let value: UInt64 = try number(at: place)
        guard let offset = Int(exactly: value), offset < 1 << 40 else {
            throw .malformed(what: "an offset of \(value)")
        }
        return offset
    }

    /// Whether `count` bytes from `offset` on are inside the file.
    func contains(offset: Int, count: Int) -> Bool { offset >= 0 && count >= 0 && offset <= bytes.count - count }

    /// Returns the zero-terminated name at `offset` in a string table.
    func name(at offset: Int, in table: Range<Int>) throws(ObjectFileError) -> String {
        guard offset >= 0, offset < table.count else { throw .malformed(what: "a name at \(offset)") }
        let rest = bytes[(table.lowerBound + offset)..<table.upperBound]
        guard let end = rest.firstIndex(of: 0) else { throw .malformed(what: "a name without an end") }
        return String(decoding: rest[..<end], as: UTF8.self)
    }
}
