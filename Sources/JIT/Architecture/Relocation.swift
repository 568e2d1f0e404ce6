/// A type of relocation of one architecture: how a field of the code depends on an address.
///
/// S is the symbol's address, A the addend, P the address of the relocated field, and G the address of a slot that
/// contains S.
protocol Relocation: Sendable {
    /// The name in the architecture's ELF specification.
    var name: String { get }
    /// The address that the field depends on.
    var target: RelocationTarget { get }
    /// Number of bytes that the relocation changes.
    var width: Int { get }

    /// Computes the field for a target and stores it. `field` has `width` bytes of writable memory, and `place` is P.
    /// Throws `ObjectFileError` if the field can't hold the result.
    func store(
        target: UInt64, addend: UInt64, place: UInt64, to field: UnsafeMutableRawPointer
    ) throws(ObjectFileError)
}

/// The address that a relocated field depends on.
enum RelocationTarget: Sendable {
    /// The symbol itself.
    case symbol
    /// The symbol, or a stub that jumps to it if it is external and therefore possibly out of reach.
    case function
    /// A slot in memory with the symbol's address.
    case slot
}

extension Relocation {
    /// The error for a result that doesn't fit the field.
    var outOfReach: ObjectFileError { .malformed(what: "\(name) of an address out of reach") }
}
