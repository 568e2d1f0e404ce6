/// The facts about an opcode that the compiler's passes and the backends need. `Opcode.traits` is the table.
package struct OpcodeTraits: Sendable {
    /// What the results of an opcode depend on.
    package enum Category: Sendable {
        /// A constant in the opcode.
        case constant
        /// A value that is the same for all pixels of a pass: an argument or an attribute of a sampler.
        case input
        /// The position of the current pixel.
        case position
        /// The pixels of an image.
        case sampling
        /// The operands only.
        case arithmetic
        /// The operands only. `Program.expandingTranscendentals` replaces the instruction by arithmetic, so backends
        /// need no code for it, unless they call a function.
        case transcendental
        /// The elements of a local array, which other instructions change.
        case array
    }

    /// The opcode's name in dumps and messages, without its associated values.
    package let name: String
    /// What the results depend on.
    package let category: Category
    /// Number of operands.
    package let operandCount: Int
    /// Number of results.
    package let resultCount: Int
    /// The type of all operands. Nil if there are none, or if their types depend on the program.
    package let operandType: ScalarType?
    /// The type of all results. Nil if there are none, or if their types depend on the program.
    package let resultType: ScalarType?

    /// Creates the traits of an opcode, by default one with a single result. Types that depend on the program are nil.
    init(
        _ name: String, _ category: Category = .arithmetic, operands: Int = 0, of operandType: ScalarType? = nil,
        result: ScalarType? = nil, resultCount: Int = 1
    ) {
        (self.name, self.category) = (name, category)
        (operandCount, self.operandType) = (operands, operandType)
        (self.resultCount, resultType) = (resultCount, result)
    }

    /// Whether the types of operands and results are the same in every program.
    var hasFixedTypes: Bool {
        (operandCount == 0 || operandType != nil) && (resultCount == 0 || resultType != nil)
    }
}
