/// A set of integers from 0 to `count` − 1.
struct BitSet {
    let count: Int
    private var words: [UInt64]

    init(count: Int) {
        self.count = count
        words = Array(repeating: 0, count: (count + 63) / 64)
    }

    func contains(_ number: Int) -> Bool { words[number / 64] >> UInt64(number % 64) & 1 == 1 }
    mutating func insert(_ number: Int) { words[number / 64] |= 1 << UInt64(number % 64) }
    mutating func remove(_ number: Int) { words[number / 64] &= ~(1 << UInt64(number % 64)) }
    mutating func formUnion(_ other: BitSet) { for index in words.indices { words[index] |= other.words[index] } }
}
