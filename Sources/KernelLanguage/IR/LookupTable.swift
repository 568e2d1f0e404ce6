/// Sixteen constants, of which `Opcode.lookup` selects one by an int.
///
/// They fill a vector register of AVX-512, and two of AVX2, so that a look-up takes one to three instructions.
package struct LookupTable: Sendable {
    /// Number of constants.
    package static let count = 16
    /// The constants.
    package let values: [Float]

    /// Creates a table of `count` constants.
    package init(_ values: [Float]) {
        precondition(values.count == Self.count, "a table has \(Self.count) constants")
        self.values = values
    }

    /// Returns number `index & 15`.
    package subscript(index: Int32) -> Float { values[Int(index) & (Self.count - 1)] }
}

/// Tables are equal if their bits are: 0 and −0 differ.
extension LookupTable: Hashable {
    package static func == (one: LookupTable, other: LookupTable) -> Bool {
        zip(one.values, other.values).allSatisfy { $0.bitPattern == $1.bitPattern }
    }

    package func hash(into hasher: inout Hasher) {
        for value in values { hasher.combine(value.bitPattern) }
    }
}
