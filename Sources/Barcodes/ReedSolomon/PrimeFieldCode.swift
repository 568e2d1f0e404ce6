/// The Reed–Solomon code of PDF417 over the integers modulo the prime 929. The roots are 3, 3², 3³ ….
struct PrimeFieldCode: Sendable {
    /// The number of different codewords.
    static let modulus = 929
    /// The coefficients of the generator polynomial after the leading 1, highest power first.
    private let generator: [Int]

    /// Creates a code that appends `checkCount` codewords.
    init(checkCount: Int) {
        var generator = [1]
        var root = 1
        for _ in 0..<checkCount {
            root = root * 3 % Self.modulus
            generator.append(0)
            for position in generator.indices.dropFirst().reversed() {
                generator[position] =
                    (generator[position] + (Self.modulus - root) * generator[position - 1]) % Self.modulus
            }
        }
        self.generator = Array(generator.dropFirst())
    }

    /// Returns the codewords to append.
    func checkWords(for message: [Int]) -> [Int] {
        var remainder = [Int](repeating: 0, count: generator.count)
        for word in message {
            let factor = (word + remainder[0]) % Self.modulus
            for position in generator.indices {
                let next = position + 1 < generator.count ? remainder[position + 1] : 0
                remainder[position] = (next + (Self.modulus - factor) * generator[position]) % Self.modulus
            }
        }
        return remainder.map { (Self.modulus - $0) % Self.modulus }
    }
}
