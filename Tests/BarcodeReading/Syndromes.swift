/// Checks Reed–Solomon codewords by the definition: the message's polynomial must be 0 at the code's roots.
enum Syndromes {
    /// Whether all syndromes are 0 in the field of 2ᵐ elements that the irreducible `polynomial` defines. Products are
    /// computed bit by bit.
    static func vanish(_ words: [Int], checkCount: Int, polynomial: Int, firstRoot: Int) -> Bool {
        let degree = Int.bitWidth - 1 - polynomial.leadingZeroBitCount
        func product(_ a: Int, _ b: Int) -> Int {
            var (result, a, b) = (0, a, b)
            while b != 0 {
                if b & 1 != 0 { result ^= a }
                a <<= 1
                if a >> degree & 1 != 0 { a ^= polynomial }
                b >>= 1
            }
            return result
        }
        var root = 1
        for _ in 0..<firstRoot { root = product(root, 2) }
        for _ in 0..<checkCount {
            if words.reduce(0, { product($0, root) ^ $1 }) != 0 { return false }
            root = product(root, 2)
        }
        return true
    }

    /// Whether all syndromes are 0 in the integers modulo 929. The roots are powers of 3.
    static func vanishModulo929(_ words: [Int], checkCount: Int) -> Bool {
        var root = 1
        for _ in 0..<checkCount {
            root = root * 3 % 929
            if words.reduce(0, { ($0 * root + $1) % 929 }) != 0 { return false }
        }
        return true
    }
}

/// Reads numbers off a row of bits.
struct BitReader {
    let bits: [Bool]
    private(set) var place = 0

    init(_ bits: [Bool]) { self.bits = bits }

    var rest: Int { bits.count - place }

    /// Returns the number that the next `count` bits form, most significant bit first.
    mutating func next(_ count: Int) throws -> Int {
        guard count <= rest else { throw UnreadableSymbol("\(count) bits wanted, \(rest) left") }
        defer { place += count }
        return bits[place..<place + count].reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
    }
}
