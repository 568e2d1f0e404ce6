/// The x86-64 relocations that LLVM emits for position-independent code of the small model.
///
/// S is the symbol's address, A the addend, P the address of the relocated field, and G the address of a slot that
/// contains S.
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
    /// Like `slot32`, for an instruction that a linker may shorten.
    case slot32Relaxable = 41
    /// Like `slot32`, for an instruction that a linker may shorten.
    case slot32RelaxableWide = 42

    /// Whether the code loads the symbol's address from memory.
    var usesSlot: Bool {
        switch self {
        case .slot32, .slot32Relaxable, .slot32RelaxableWide: true
        default: false
        }
    }

    /// Number of bytes that the relocation changes.
    var width: Int {
        switch self {
        case .absolute64, .relative64: 8
        default: 4
        }
    }
}
