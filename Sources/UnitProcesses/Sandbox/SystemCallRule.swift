import CSeccomp
import Glibc

/// What the filter does with a system call, where its arguments meet conditions.
struct SystemCallRule {
    /// A condition on one argument.
    struct Condition {
        let argument: UInt32
        let comparison: scmp_compare
        let value: UInt64
        var mask: UInt64 = 0

        static func equal(_ argument: UInt32, _ value: some BinaryInteger) -> Condition {
            Condition(argument: argument, comparison: SCMP_CMP_EQ, value: UInt64(truncatingIfNeeded: value))
        }

        static func different(_ argument: UInt32, _ value: some BinaryInteger) -> Condition {
            Condition(argument: argument, comparison: SCMP_CMP_NE, value: UInt64(truncatingIfNeeded: value))
        }

        static func less(_ argument: UInt32, _ value: some BinaryInteger) -> Condition {
            Condition(argument: argument, comparison: SCMP_CMP_LT, value: UInt64(truncatingIfNeeded: value))
        }

        static func greater(_ argument: UInt32, _ value: some BinaryInteger) -> Condition {
            Condition(argument: argument, comparison: SCMP_CMP_GT, value: UInt64(truncatingIfNeeded: value))
        }

        /// Those bits of the argument that are in the mask.
        static func bits(_ argument: UInt32, _ mask: some BinaryInteger, equal value: some BinaryInteger) -> Condition {
            Condition(
                argument: argument, comparison: SCMP_CMP_MASKED_EQ, value: UInt64(truncatingIfNeeded: value),
                mask: UInt64(truncatingIfNeeded: mask))
        }

        /// As libseccomp wants it: a masked comparison has its mask first.
        var comparable: scmp_arg_cmp {
            mask == 0
                ? scmp_arg_cmp(arg: argument, op: comparison, datum_a: value, datum_b: 0)
                : scmp_arg_cmp(arg: argument, op: comparison, datum_a: mask, datum_b: value)
        }
    }

    /// What happens.
    enum Outcome {
        case allowed
        /// Fails with an error number, and nobody hears of it.
        case failed(Int32)
        /// The signal handler answers it.
        case trapped

        var action: UInt32 {
            switch self {
            case .allowed: 0x7FFF_0000
            case .failed(let code): 0x0005_0000 | UInt32(code)
            case .trapped: 0x0003_0000
            }
        }
    }

    let name: String
    let outcome: Outcome
    var conditions: [Condition] = []
}
