import Testing

@testable import CacheFiles

@Suite struct MurmurHashTests {
    /// Published values of the reference implementation (`MurmurHash3_x64_128`, seed 0).
    @Test(arguments: [
        ("", "00000000000000000000000000000000"),
        ("hello", "cbd8a7b341bd9b025b1e906a48ae1d19"),
        ("The quick brown fox jumps over the lazy dog", "e34bbc7bbc071b6c7a433ca9c49a9347"),
    ])
    func publishedValues(text: String, expected: String) {
        #expect(MurmurHash(text.utf8).text == expected)
    }

    @Test func everyLengthAndEveryBitMatters() {
        var seen = Set<MurmurHash>()
        var count = 0
        for length in 0...40 {
            var bytes = [UInt8](repeating: 0, count: length)
            seen.insert(MurmurHash(bytes))
            count += 1
            for bit in 0..<(length * 8) {
                bytes[bit / 8] ^= 1 << (bit % 8)
                seen.insert(MurmurHash(bytes))
                bytes[bit / 8] ^= 1 << (bit % 8)
                count += 1
            }
        }
        #expect(seen.count == count)
    }
}
