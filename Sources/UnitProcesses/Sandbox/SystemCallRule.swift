/// What the filter does with a system call, where its arguments meet all conditions. Of several rules about a call the first that fits
/// counts; a call that none fits fails as unknown.
package struct SystemCallRule: Equatable {
    /// A condition on one argument: that the bits in the mask have a value.
    ///
    /// Arguments arrive in 64 bits, of which the kernel takes 32 where the C library says `int` or `unsigned int`. A condition must look at
    /// what the kernel takes and at nothing else: otherwise a bit above it makes another argument of the same one.
    package struct Condition: Equatable {
        let argument: Int
        let mask: UInt64
        let value: UInt64

        /// An argument of 32 bits: the lower half, whatever the upper one is.
        package static func int(_ argument: Int, _ value: some BinaryInteger) -> Condition {
            bits(argument, UInt32.max, equal: value)
        }

        /// An argument of 64 bits, such as an address.
        package static func word(_ argument: Int, _ value: UInt64) -> Condition {
            Condition(argument: argument, mask: .max, value: value)
        }

        /// Those of the lower 32 bits that are in the mask.
        package static func bits(_ argument: Int, _ mask: some BinaryInteger, equal value: some BinaryInteger)
            -> Condition
        {
            Condition(
                argument: argument, mask: UInt64(UInt32(truncatingIfNeeded: mask)),
                value: UInt64(UInt32(truncatingIfNeeded: value)))
        }
    }

    /// What happens.
    package enum Outcome: Equatable {
        case allowed
        /// Fails with an error number, and nobody hears of it.
        case failed(Int32)
        /// The signal handler answers it.
        case trapped
        /// The process ends by SIGSYS.
        case killed

        /// The kernel's number of it (`SECCOMP_RET_…`).
        var action: UInt32 {
            switch self {
            case .allowed: 0x7FFF_0000
            case .failed(let code): 0x0005_0000 | UInt32(code)
            case .trapped: 0x0003_0000
            case .killed: 0x8000_0000
            }
        }
    }

    let name: String
    let outcome: Outcome
    let conditions: [Condition]

    package init(name: String, outcome: Outcome, conditions: [Condition] = []) {
        (self.name, self.outcome, self.conditions) = (name, outcome, conditions)
    }
}
