/// A Reed–Solomon code over a field with 2ᵐ elements. It appends codewords, so that the polynomial of the whole message
/// has consecutive powers of α as roots.
struct ReedSolomonCode: Sendable {
    private let field: BinaryField
    /// The coefficients of the generator polynomial after the leading 1, highest power first.
    private let generator: [Int]

    /// Creates a code that appends `checkCount` codewords. Its first root is α to the power of `firstRoot`.
    init(field: BinaryField, checkCount: Int, firstRoot: Int) {
        var generator = [1]
        for index in 0..<checkCount {
            let root = field.power(firstRoot + index)
            generator.append(0)
            for position in generator.indices.dropFirst().reversed() {
                generator[position] ^= field.product(generator[position - 1], root)
            }
        }
        (self.field, self.generator) = (field, Array(generator.dropFirst()))
    }

    /// Returns the codewords to append: the remainder of the shifted message divided by the generator polynomial.
    func checkWords(for message: [Int]) -> [Int] {
        var remainder = [Int](repeating: 0, count: generator.count)
        for word in message {
            let factor = word ^ remainder[0]
            for position in 1..<generator.count {
                remainder[position - 1] = remainder[position] ^ field.product(factor, generator[position - 1])
            }
            remainder[generator.count - 1] = field.product(factor, generator[generator.count - 1])
        }
        return remainder
    }
}
