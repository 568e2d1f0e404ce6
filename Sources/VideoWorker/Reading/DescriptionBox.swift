/// The box of an MP4 file that describes its streams, if the file ends in it.
struct DescriptionBox {
    /// The bytes that the box states.
    let byteCount: Int64
    /// Those of them that are there.
    let presentBytes: Int64

    /// The boxes that MP4 and MOV files begin with.
    private static let firstKinds: Set = ["ftyp", "moov", "mdat", "free", "skip", "wide", "pnot", "styp"]
    /// The most boxes that are looked at.
    private static let limit = 100_000

    /// Looks for the box. Nil if the file isn't MP4, if it doesn't end in the box, or if it is a pipe.
    init?(_ input: MediaInput) {
        guard let size = input.size else { return nil }
        var position: Int64 = 0
        for number in 0..<Self.limit {
            // The number of bytes, and the kind.
            guard let header = input.bytes(at: position, count: 8) else { return nil }
            let kind = String(decoding: header[4...], as: UTF8.self)
            if number == 0, !Self.firstKinds.contains(kind) { return nil }
            var count = Self.number(header[..<4])
            if count == 1 {
                guard let large = input.bytes(at: position + 8, count: 8) else { return nil }
                count = Self.number(large[...])
            }
            // A box of 0 bytes is as long as the file.
            guard count >= 8 else { return nil }
            let (end, overflows) = position.addingReportingOverflow(count)
            guard !overflows else { return nil }
            if end > size {
                guard kind == "moov" else { return nil }
                (byteCount, presentBytes) = (count, size - position)
                return
            }
            position = end
        }
        return nil
    }

    /// A number of four or eight bytes, the highest first. Numbers beyond 63 bits are negative.
    private static func number(_ bytes: ArraySlice<UInt8>) -> Int64 {
        Int64(bitPattern: bytes.reduce(0) { $0 << 8 | UInt64($1) })
    }
}
