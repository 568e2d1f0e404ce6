/// Bits in a row.
struct BitString: Sendable, Hashable {
    /// The bits, first one first.
    var bits: [Bool] = []

    /// Appends a number's lowest bits, the highest of them first.
    mutating func append(_ value: Int, count: Int) {
        for shift in (0..<count).reversed() { bits.append(value >> shift & 1 != 0) }
    }

    /// The number that `count` bits from a place spell, the highest first.
    func value(at start: Int, count: Int) -> Int {
        bits[start..<start + count].reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
    }
}
