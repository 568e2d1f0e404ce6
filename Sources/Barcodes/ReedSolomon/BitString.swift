/// A sequence of bits.
struct BitString: Sendable, Hashable {
    /// The bits in order.
    var bits: [Bool] = []

    /// Appends the `count` lowest bits of a number, most significant bit first.
    mutating func append(_ value: Int, count: Int) {
        for shift in (0..<count).reversed() { bits.append(value >> shift & 1 != 0) }
    }

    /// Returns the number formed by `count` bits from a position on, most significant bit first.
    func value(at start: Int, count: Int) -> Int {
        bits[start..<start + count].reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
    }
}
