/// The relocations of 64-bit ARM that LLVM emits for position-independent code of the small model, and those for
/// addresses in four parts of other models.
///
/// The numbers, formulas and limits are those of "ELF for the Arm 64-bit Architecture". Instructions are four bytes,
/// little-endian; a relocation changes only the bits of the operand.
enum ARM64Relocation: UInt32, Relocation, CaseIterable {
    /// S + A in 8 bytes.
    case absolute64 = 257
    /// S + A in 4 bytes, signed or unsigned.
    case absolute32 = 258
    /// S + A − P in 8 bytes.
    case relative64 = 260
    /// S + A − P in 4 bytes, signed or unsigned.
    case relative32 = 261
    /// Bits of S + A in the 16-bit operand of a move: the first, second, third or last 16. The ones with a check fail
    /// if there are further bits.
    case move0 = 263
    case move0Unchecked = 264
    case move1 = 265
    case move1Unchecked = 266
    case move2 = 267
    case move2Unchecked = 268
    case move3 = 269
    /// S + A − P as words, within 1 MiB, in a load.
    case load19 = 273
    /// S + A − P, within 1 MiB, in an `adr`.
    case address21 = 274
    /// The distance from the page of P to that of S + A, within 4 GiB, in an `adrp`.
    case page21 = 275
    case page21Unchecked = 276
    /// The lowest 12 bits of S + A in an addition.
    case add12 = 277
    /// The lowest 12 bits of S + A in a load or store of 1, 2, 4, 8 or 16 bytes, as a multiple of that size.
    case access8 = 278
    case access16 = 284
    case access32 = 285
    case access64 = 286
    case access128 = 299
    /// S + A − P as words, within 32 KiB, in a branch on a bit.
    case branch14 = 279
    /// S + A − P as words, within 1 MiB, in a conditional branch.
    case branch19 = 280
    /// S + A − P as words, within 128 MiB, in a jump or a call, where S may be a stub.
    case jump26 = 282
    case call26 = 283
    /// The distance from the page of P to that of G, within 4 GiB, in an `adrp`.
    case slotPage21 = 311
    /// The lowest 12 bits of G in a load of 8 bytes.
    case slotAccess64 = 312

    var name: String {
        let name =
            switch self {
            case .absolute64: "ABS64"
            case .absolute32: "ABS32"
            case .relative64: "PREL64"
            case .relative32: "PREL32"
            case .move0: "MOVW_UABS_G0"
            case .move0Unchecked: "MOVW_UABS_G0_NC"
            case .move1: "MOVW_UABS_G1"
            case .move1Unchecked: "MOVW_UABS_G1_NC"
            case .move2: "MOVW_UABS_G2"
            case .move2Unchecked: "MOVW_UABS_G2_NC"
            case .move3: "MOVW_UABS_G3"
            case .load19: "LD_PREL_LO19"
            case .address21: "ADR_PREL_LO21"
            case .page21: "ADR_PREL_PG_HI21"
            case .page21Unchecked: "ADR_PREL_PG_HI21_NC"
            case .add12: "ADD_ABS_LO12_NC"
            case .access8: "LDST8_ABS_LO12_NC"
            case .access16: "LDST16_ABS_LO12_NC"
            case .access32: "LDST32_ABS_LO12_NC"
            case .access64: "LDST64_ABS_LO12_NC"
            case .access128: "LDST128_ABS_LO12_NC"
            case .branch14: "TSTBR14"
            case .branch19: "CONDBR19"
            case .jump26: "JUMP26"
            case .call26: "CALL26"
            case .slotPage21: "ADR_GOT_PAGE"
            case .slotAccess64: "LD64_GOT_LO12_NC"
            }
        return "R_AARCH64_\(name)"
    }

    var target: RelocationTarget {
        switch self {
        case .jump26, .call26: .function
        case .slotPage21, .slotAccess64: .slot
        default: .symbol
        }
    }

    var width: Int {
        switch self {
        case .absolute64, .relative64: 8
        default: 4
        }
    }

    func store(
        target: UInt64, addend: UInt64, place: UInt64, to field: UnsafeMutableRawPointer
    ) throws(ObjectFileError) {
        // The addend would belong to the address in the slot, which is the symbol's.
        if case .slot = self.target, addend != 0 { throw .unsupported(what: "\(name) with an addend") }
        let absolute = target &+ addend
        let relative = Int64(bitPattern: absolute &- place)
        switch self {
        case .absolute64: field.storeBytes(of: absolute, as: UInt64.self)
        case .relative64: field.storeBytes(of: relative, as: Int64.self)
        case .absolute32: try store(word: Int64(bitPattern: absolute), to: field)
        case .relative32: try store(word: relative, to: field)
        case .move0, .move0Unchecked: try insert(move: absolute, part: 0, into: field)
        case .move1, .move1Unchecked: try insert(move: absolute, part: 1, into: field)
        case .move2, .move2Unchecked: try insert(move: absolute, part: 2, into: field)
        case .move3: try insert(move: absolute, part: 3, into: field)
        case .load19, .branch19: insert(try words(relative, bits: 19), at: 5, bits: 19, into: field)
        case .branch14: insert(try words(relative, bits: 14), at: 5, bits: 14, into: field)
        case .jump26, .call26: insert(try words(relative, bits: 26), at: 0, bits: 26, into: field)
        case .address21: insert(address: try signed(relative, bits: 21), into: field)
        case .page21, .slotPage21:
            insert(address: try signed(pages(from: place, to: absolute), bits: 21), into: field)
        case .page21Unchecked:
            insert(address: UInt32(truncatingIfNeeded: pages(from: place, to: absolute)), into: field)
        case .add12: insert(UInt32(absolute & 0xfff), at: 10, bits: 12, into: field)
        case .access8: try insert(access: absolute, size: 1, into: field)
        case .access16: try insert(access: absolute, size: 2, into: field)
        case .access32: try insert(access: absolute, size: 4, into: field)
        case .access64, .slotAccess64: try insert(access: absolute, size: 8, into: field)
        case .access128: try insert(access: absolute, size: 16, into: field)
        }
    }

    // MARK: Numbers

    /// Returns a number as a field of `bits` bits in two's complement.
    private func signed(_ value: Int64, bits: Int) throws(ObjectFileError) -> UInt32 {
        let limit = Int64(1) << (bits - 1)
        guard value >= -limit, value < limit else { throw outOfReach }
        return UInt32(truncatingIfNeeded: value)
    }

    /// Returns a distance in bytes as a number of instructions.
    private func words(_ distance: Int64, bits: Int) throws(ObjectFileError) -> UInt32 {
        guard distance & 3 == 0 else { throw misaligned }
        return try signed(distance >> 2, bits: bits)
    }

    /// Returns the number of pages of 4 KiB from one address to another.
    private func pages(from place: UInt64, to target: UInt64) -> Int64 {
        Int64(bitPattern: (target & ~0xfff) &- (place & ~0xfff)) >> 12
    }

    private var misaligned: ObjectFileError { .malformed(what: "\(name) of a misaligned address") }

    // MARK: Fields

    private func store(word: Int64, to field: UnsafeMutableRawPointer) throws(ObjectFileError) {
        guard word >= -(1 << 31), word < 1 << 32 else { throw outOfReach }
        field.storeBytes(of: UInt32(truncatingIfNeeded: word), as: UInt32.self)
    }

    /// Replaces `bits` bits of the instruction.
    private func insert(_ value: UInt32, at shift: Int, bits: Int, into field: UnsafeMutableRawPointer) {
        let mask = (UInt32(1) << bits - 1) << shift
        let instruction = field.loadUnaligned(as: UInt32.self)
        field.storeBytes(of: instruction & ~mask | (value << shift) & mask, as: UInt32.self)
    }

    /// Replaces the operand of `adr` or `adrp`, whose two lowest bits are apart from the others.
    private func insert(address: UInt32, into field: UnsafeMutableRawPointer) {
        insert(address & 3, at: 29, bits: 2, into: field)
        insert(address >> 2, at: 5, bits: 19, into: field)
    }

    private func insert(move value: UInt64, part: Int, into field: UnsafeMutableRawPointer) throws(ObjectFileError) {
        let isChecked = self == .move0 || self == .move1 || self == .move2
        guard !isChecked || value >> (16 * part + 16) == 0 else { throw outOfReach }
        insert(UInt32(truncatingIfNeeded: value >> (16 * part)) & 0xffff, at: 5, bits: 16, into: field)
    }

    private func insert(access value: UInt64, size: UInt64, into field: UnsafeMutableRawPointer) throws(ObjectFileError)
    {
        guard value % size == 0 else { throw misaligned }
        insert(UInt32(value & 0xfff) / UInt32(size), at: 10, bits: 12, into: field)
    }
}
