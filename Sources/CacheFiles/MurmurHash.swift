/// Austin Appleby's MurmurHash3 (x64, 128 bits, seed 0). It is fast and well distributed, but not safe against
/// deliberate collisions.
struct MurmurHash: Sendable, Hashable {
    let low: UInt64
    let high: UInt64

    private static let first: UInt64 = 0x87c3_7b91_1142_53d5
    private static let second: UInt64 = 0x4cf5_ad43_2745_937f

    /// Computes the hash of bytes.
    init(_ bytes: UnsafeRawBufferPointer) {
        var (a, b): (UInt64, UInt64) = (0, 0)
        let blocks = bytes.count / 16
        for block in 0..<blocks {
            let x = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: block * 16, as: UInt64.self))
            let y = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: block * 16 + 8, as: UInt64.self))
            a ^= Self.scrambledFirst(x)
            a = (Self.rotated(a, 27) &+ b) &* 5 &+ 0x52dc_e729
            b ^= Self.scrambledSecond(y)
            b = (Self.rotated(b, 31) &+ a) &* 5 &+ 0x3849_5ab5
        }
        var (x, y): (UInt64, UInt64) = (0, 0)
        for (index, byte) in bytes[(blocks * 16)...].enumerated() {
            if index < 8 { x |= UInt64(byte) << (8 * index) } else { y |= UInt64(byte) << (8 * (index - 8)) }
        }
        b ^= Self.scrambledSecond(y) ^ UInt64(bytes.count)
        a ^= Self.scrambledFirst(x) ^ UInt64(bytes.count)
        a &+= b
        b &+= a
        a = Self.finished(a)
        b = Self.finished(b)
        a &+= b
        b &+= a
        (low, high) = (a, b)
    }

    /// Computes the hash of bytes.
    init(_ bytes: some Sequence<UInt8>) { self = Array(bytes).withUnsafeBytes { MurmurHash($0) } }

    /// The hash as 32 hexadecimal digits, with the lower half first, as in the reference implementation.
    var text: String {
        [low, high].map { value in
            let digits = String(value, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }

    private static func rotated(_ value: UInt64, _ count: UInt64) -> UInt64 { value << count | value >> (64 - count) }

    private static func scrambledFirst(_ value: UInt64) -> UInt64 { rotated(value &* first, 31) &* second }

    private static func scrambledSecond(_ value: UInt64) -> UInt64 { rotated(value &* second, 33) &* first }

    private static func finished(_ value: UInt64) -> UInt64 {
        var value = value
        value ^= value >> 33
        value = value &* 0xff51_afd7_ed55_8ccd
        value ^= value >> 33
        value = value &* 0xc4ce_b9fe_1a85_ec53
        return value ^ value >> 33
    }
}
