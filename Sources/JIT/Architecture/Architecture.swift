/// A processor architecture that code can be generated for.
///
/// Together with `ProcessorInstructions` and `Relocation`, this is all that code generation and loading know about
/// architectures.
package enum Architecture: String, Sendable, Hashable, CaseIterable {
    case x86_64, arm64

    /// The architecture that this process was compiled for, or nil if no code can be generated for it.
    package static var current: Architecture? {
        #if arch(x86_64)
            .x86_64
        #elseif arch(arm64)
            .arm64
        #else
            nil
        #endif
    }

    /// LLVM's target for the architecture.
    var target: LLVMTarget { self == .x86_64 ? .x86_64 : .arm64 }

    /// The number of the architecture in the header of an ELF file (`e_machine`).
    var machine: UInt16 {
        switch self {
        case .x86_64: 62
        case .arm64: 183
        }
    }

    /// Returns the type of relocation with this number in object files, or nil if generated code has none.
    func relocation(_ number: UInt32) -> (any Relocation)? {
        switch self {
        case .x86_64: X86Relocation(rawValue: number)
        case .arm64: ARM64Relocation(rawValue: number)
        }
    }

    /// Returns a jump to an address anywhere in memory, at most `CodeLayout.stubSize` bytes.
    func stub(to address: UInt64) -> [UInt8] {
        let code: [UInt8] =
            switch self {
            // jmp *0(%rip)
            case .x86_64: [0xff, 0x25, 0, 0, 0, 0]
            // ldr x16, 8; br x16. The procedure call standard reserves x16 for such jumps.
            case .arm64: [0x50, 0, 0, 0x58, 0, 0x02, 0x1f, 0xd6]
            }
        return code + withUnsafeBytes(of: address.littleEndian) { Array($0) }
    }
}
