/// Mutates inputs randomly but reproducibly.
struct ByteChange {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    private mutating func below(_ bound: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state >> 33) % max(1, bound)
    }

    /// Bytes that are typical boundary values of sizes, counts and offsets, or common separators.
    private static let edges: [UInt8] = [0, 1, 0x7F, 0x80, 0xFF, 0x20, 0x2D, 0x39]

    /// Returns a copy with one to four changes: changed bits or bytes; removed, repeated or copied runs; a part of
    /// another input; or an early end.
    mutating func changed(_ bytes: [UInt8], with other: [UInt8]) -> [UInt8] {
        var result = bytes
        for _ in 0...below(4) {
            let place = below(result.count)
            let end = min(result.count, place + 1 + below(16))
            guard !result.isEmpty else { return other }
            switch below(8) {
            case 0: result[place] ^= 1 << UInt8(below(8))
            case 1: result[place] = UInt8(below(256))
            case 2: result[place] = Self.edges[below(Self.edges.count)]
            case 3: result.removeSubrange(place..<end)
            case 4: result.insert(contentsOf: Array(repeating: result[place], count: 1 + below(64)), at: place)
            case 5: result.insert(contentsOf: result[place..<end], at: below(result.count))
            case 6:
                let from = below(other.count)
                result.insert(contentsOf: other[from..<min(other.count, from + 1 + below(32))], at: place)
            default: result.removeSubrange(place...)
            }
        }
        return result
    }
}
