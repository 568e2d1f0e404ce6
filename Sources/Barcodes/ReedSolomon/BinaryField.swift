/// A field with 2ᵐ elements for the Reed–Solomon codes of matrix symbols. Sums are exclusive ors. Products are computed
/// with tables of logarithms.
struct BinaryField: Sendable {
    /// The number of elements.
    let count: Int
    private let powers: [Int]
    private let logarithms: [Int]

    /// Creates the field from a primitive polynomial. The bits of `polynomial` are its coefficients, and the powers of
    /// its root are all elements except 0.
    init(bits: Int, polynomial: Int) {
        count = 1 << bits
        var powers: [Int] = []
        var logarithms = [Int](repeating: 0, count: count)
        var element = 1
        for exponent in 0..<count - 1 {
            powers.append(element)
            logarithms[element] = exponent
            element <<= 1
            if element >= count { element ^= polynomial }
        }
        (self.powers, self.logarithms) = (powers, logarithms)
    }

    /// Returns the product of two elements.
    func product(_ a: Int, _ b: Int) -> Int {
        a == 0 || b == 0 ? 0 : powers[(logarithms[a] + logarithms[b]) % (count - 1)]
    }

    /// Returns αⁿ for the primitive element α.
    func power(_ exponent: Int) -> Int { powers[exponent % (count - 1)] }
}

extension BinaryField {
    /// For QR codes: x⁸ + x⁴ + x³ + x² + 1.
    static let qrCode = BinaryField(bits: 8, polynomial: 0x11d)
    /// For Data Matrix, and Aztec symbols of 3 to 8 layers: x⁸ + x⁵ + x³ + x² + 1.
    static let dataMatrix = BinaryField(bits: 8, polynomial: 0x12d)
    /// For the mode messages of Aztec symbols: x⁴ + x + 1.
    static let aztec4 = BinaryField(bits: 4, polynomial: 0x13)
    /// For Aztec symbols of 1 and 2 layers: x⁶ + x + 1.
    static let aztec6 = BinaryField(bits: 6, polynomial: 0x43)
    /// For Aztec symbols of 9 to 22 layers: x¹⁰ + x³ + 1.
    static let aztec10 = BinaryField(bits: 10, polynomial: 0x409)
    /// For Aztec symbols of 23 layers and more: x¹² + x⁶ + x⁵ + x³ + 1.
    static let aztec12 = BinaryField(bits: 12, polynomial: 0x1069)
}
