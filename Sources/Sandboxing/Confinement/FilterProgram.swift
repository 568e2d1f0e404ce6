import CSandbox
import ChildProcesses
import Glibc

/// Compiles rules about system calls to a program for the kernel's filter machine (seccomp BPF).
///
/// libseccomp's compiler isn't used: it has neither an order of rules nor an inequality comparison of 32 bits, and
/// version 2.5 drops rules about two arguments if the same call has rules about one.
package struct FilterProgram {
    /// System calls by number, each with its rules in order.
    package typealias Calls = [(number: UInt32, rules: [SystemCallRule])]

    /// The instructions of the program.
    private(set) var instructions: [csandbox_instruction] = []

    /// - Parameters:
    ///   - calls: The calls that have rules. Each number occurs once.
    ///   - other: The outcome for all other calls, and for calls whose arguments match no rule.
    ///   - architecture: The architecture that the numbers are for, in the numbering of the filter machine.
    package init(
        _ calls: Calls, other: SystemCallRule.Outcome, architecture: UInt32 = csandbox_architecture()
    ) {
        let sorted = calls.sorted { $0.number < $1.number }
        append(CSANDBOX_LOAD, UInt32(CSANDBOX_AT_ARCHITECTURE))
        // The same number means another call on another architecture.
        append(CSANDBOX_JUMP_EQUAL, architecture, ifTrue: 1)
        append(CSANDBOX_RETURN, SystemCallRule.Outcome.killed.action)
        append(CSANDBOX_LOAD, UInt32(CSANDBOX_AT_NUMBER))
        instructions += Self.search(sorted[...], other.action)
    }

    /// Returns a binary search for the loaded call number.
    private static func search(_ calls: Calls.SubSequence, _ other: UInt32) -> [csandbox_instruction] {
        guard let first = calls.first else { return [instruction(CSANDBOX_RETURN, other)] }
        if calls.count == 1 {
            let found = body(first.rules, other)
            return [instruction(CSANDBOX_JUMP_EQUAL, first.number, ifTrue: 1)]
                + [instruction(CSANDBOX_RETURN, other)] + found
        }
        let middle = calls.startIndex + calls.count / 2
        let (lower, upper) = (search(calls[..<middle], other), search(calls[middle...], other))
        // A conditional jump can skip at most 255 instructions, an unconditional jump any number.
        return [
            instruction(CSANDBOX_JUMP_GREATER_OR_EQUAL, calls[middle].number, ifFalse: 1),
            instruction(CSANDBOX_JUMP, UInt32(lower.count)),
        ] + lower + upper
    }

    /// Returns the code for the rules about one call.
    private static func body(_ rules: [SystemCallRule], _ other: UInt32) -> [csandbox_instruction] {
        var result: [csandbox_instruction] = []
        for rule in rules {
            let tests = rule.conditions.flatMap(halves)
            // A test that fails jumps over the remaining tests and the return.
            var remaining = tests.reduce(1) { $0 + $1.count }
            for test in tests {
                remaining -= test.count
                result += test.dropLast()
                let last = test[test.count - 1]
                result.append(instruction(Int32(last.code), last.value, ifFalse: UInt8(remaining)))
            }
            result.append(instruction(CSANDBOX_RETURN, rule.outcome.action))
            if tests.isEmpty { return result }
        }
        return result + [instruction(CSANDBOX_RETURN, other)]
    }

    /// Returns a condition as comparisons of the lower and the upper 32 bits of the argument. A half without mask bits
    /// is omitted.
    private static func halves(_ condition: SystemCallRule.Condition) -> [[csandbox_instruction]] {
        [0, 32].compactMap { shift in
            let mask = UInt32(truncatingIfNeeded: condition.mask >> shift)
            guard mask != 0 else { return nil }
            let place = UInt32(CSANDBOX_AT_ARGUMENTS) + UInt32(8 * condition.argument + shift / 8)
            return [instruction(CSANDBOX_LOAD, place)]
                + (mask == .max ? [] : [instruction(CSANDBOX_AND, mask)])
                + [instruction(CSANDBOX_JUMP_EQUAL, UInt32(truncatingIfNeeded: condition.value >> shift))]
        }
    }

    private mutating func append(_ code: some BinaryInteger, _ value: UInt32, ifTrue: UInt8 = 0) {
        instructions.append(Self.instruction(code, value, ifTrue: ifTrue))
    }

    private static func instruction(
        _ code: some BinaryInteger, _ value: UInt32, ifTrue: UInt8 = 0, ifFalse: UInt8 = 0
    ) -> csandbox_instruction {
        csandbox_instruction(code: UInt16(code), if_true: ifTrue, if_false: ifFalse, value: value)
    }

    /// Applies the filter to this thread and to all threads that it starts later.
    package func enforce() throws {
        guard csandbox_filter(instructions, UInt16(instructions.count)) == 0 else {
            throw SystemProblem("filtering system calls", missing: .seccomp)
        }
    }
}
