/// The relocations of x86-64 that LLVM writes for position-independent code of the small model. S is the symbol's address, A the addend,
/// P the address of the place, G the address of a slot that holds S.
enum RelocationKind: UInt32, Sendable {
    /// S + A in 8 bytes.
    case absolute64 = 1
    /// S + A − P in 4 bytes.
    case relative32 = 2
    /// S + A − P in 4 bytes, where S may be a stub.
    case call32 = 4
    /// G + A − P in 4 bytes.
    case slot32 = 9
    /// S + A in 4 bytes, unsigned.
    case absolute32 = 10
    /// S + A in 4 bytes, signed.
    case absolute32Signed = 11
    /// S + A − P in 8 bytes.
    case relative64 = 24
    /// As `slot32`, where the instruction could be made shorter.
    case slot32Relaxable = 41
    /// As `slot32`, where the instruction could be made shorter.
    case slot32RelaxableWide = 42

    /// Whether the symbol's address is loaded from memory.
    var usesSlot: Bool {
        switch self {
        case .slot32, .slot32Relaxable, .slot32RelaxableWide: true
        default: false
        }
    }

    /// Bytes changed.
    var width: Int {
        switch self {
        case .absolute64, .relative64: 8
        default: 4
        }
    }
}
