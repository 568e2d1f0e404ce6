/// The outcome of a system call whose arguments meet all conditions. Among several rules about a call the first match
/// counts; a call without a match fails as unknown.
package struct SystemCallRule: Equatable {
    /// A condition on one argument: the bits in the mask have a given value.
    ///
    /// Arguments arrive as 64 bits, but the kernel uses only 32 where the C library declares `int` or `unsigned int`. A
    /// condition must test exactly the bits that the kernel uses. Otherwise code could set an unused bit, and the same
    /// argument would no longer match.
    package struct Condition: Equatable {
        let argument: Int
        let mask: UInt64
        let value: UInt64

        /// Returns a condition on an argument of 32 bits. The upper half is ignored.
        package static func int(_ argument: Int, _ value: some BinaryInteger) -> Condition {
            bits(argument, UInt32.max, equal: value)
        }

        /// Returns a condition on an argument of 64 bits, such as an address.
        package static func word(_ argument: Int, _ value: UInt64) -> Condition {
            Condition(argument: argument, mask: .max, value: value)
        }

        /// Returns a condition on the bits of the mask in the lower 32 bits.
        package static func bits(_ argument: Int, _ mask: some BinaryInteger, equal value: some BinaryInteger)
            -> Condition
        {
            Condition(
                argument: argument, mask: UInt64(UInt32(truncatingIfNeeded: mask)),
                value: UInt64(UInt32(truncatingIfNeeded: value)))
        }
    }

    /// The result of a system call.
    package enum Outcome: Equatable {
        case allowed
        /// The call fails with an error number and isn't reported.
        case failed(Int32)
        /// The call raises SIGSYS, and the signal handler provides the result.
        case trapped
        /// The process ends with SIGSYS.
        case killed

        /// The kernel's value (`SECCOMP_RET_…`).
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
