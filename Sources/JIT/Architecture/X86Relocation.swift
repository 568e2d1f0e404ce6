/// The x86-64 relocations that LLVM emits for position-independent code of the small model.
enum X86Relocation: UInt32, Relocation {
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

    var name: String {
        switch self {
        case .absolute64: "R_X86_64_64"
        case .relative32: "R_X86_64_PC32"
        case .call32: "R_X86_64_PLT32"
        case .slot32: "R_X86_64_GOTPCREL"
        case .absolute32: "R_X86_64_32"
        case .absolute32Signed: "R_X86_64_32S"
        case .relative64: "R_X86_64_PC64"
        case .slot32Relaxable: "R_X86_64_GOTPCRELX"
        case .slot32RelaxableWide: "R_X86_64_REX_GOTPCRELX"
        }
    }

    var target: RelocationTarget {
        switch self {
        case .absolute64, .absolute32, .absolute32Signed, .relative64: .symbol
        case .relative32, .call32: .function
        case .slot32, .slot32Relaxable, .slot32RelaxableWide: .slot
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
        let absolute = target &+ addend
        let relative = absolute &- place
        switch self {
        case .absolute64: field.storeBytes(of: absolute, as: UInt64.self)
        case .relative64: field.storeBytes(of: relative, as: UInt64.self)
        case .absolute32:
            guard let value = UInt32(exactly: absolute) else { throw outOfReach }
            field.storeBytes(of: value, as: UInt32.self)
        case .absolute32Signed: try store(signed: absolute, to: field)
        case .relative32, .call32, .slot32, .slot32Relaxable, .slot32RelaxableWide:
            try store(signed: relative, to: field)
        }
    }

    private func store(signed value: UInt64, to field: UnsafeMutableRawPointer) throws(ObjectFileError) {
        guard let value = Int32(exactly: Int64(bitPattern: value)) else { throw outOfReach }
        field.storeBytes(of: value, as: Int32.self)
    }
}
