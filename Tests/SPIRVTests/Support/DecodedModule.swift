/// A SPIR-V module, taken apart by the rules of the specification's binary form and logical layout.
///
/// The numbers are written here a second time, so that the writer's aren't used to check themselves.
struct DecodedModule {
    struct Instruction {
        let code: Int
        let operands: [UInt32]
    }

    /// A rule of the specification that a module breaks.
    struct Violation: Error, CustomStringConvertible { let description: String }

    let bound: UInt32
    let instructions: [Instruction]

    /// Reads a module and checks its layout. Throws `Violation`.
    init(_ words: [UInt32]) throws {
        guard words.count >= 5, words[0] == 0x0723_0203 else { throw Violation(description: "there is no header") }
        guard words[1] == 0x0001_0500, words[4] == 0 else { throw Violation(description: "the header is wrong") }
        bound = words[3]
        var (list, place): ([Instruction], Int) = ([], 5)
        while place < words.count {
            let count = Int(words[place] >> 16)
            guard count > 0, place + count <= words.count else {
                throw Violation(description: "the instruction at word \(place) has \(count) words")
            }
            list.append(
                Instruction(
                    code: Int(words[place] & 0xffff), operands: Array(words[(place + 1)..<(place + count)])))
            place += count
        }
        instructions = list
        try checkSections()
        try checkResults()
        try checkBlocks()
    }

    /// Returns all instructions with an opcode.
    func all(_ code: Int) -> [Instruction] { instructions.filter { $0.code == code } }

    // MARK: Rules

    /// The section of instructions outside of functions, in the order of the specification.
    private static func section(_ code: Int) -> Int? {
        switch code {
        case 17: 0  // OpCapability
        case 11: 1  // OpExtInstImport
        case 14: 2  // OpMemoryModel
        case 15: 3  // OpEntryPoint
        case 16: 4  // OpExecutionMode
        case 71, 72: 5  // decorations
        case 19...33, 41...46: 6  // types and constants
        default: nil
        }
    }

    private func checkSections() throws {
        var (current, isInFunction) = (0, false)
        for instruction in instructions {
            if instruction.code == 54 { isInFunction = true }  // OpFunction
            if isInFunction {
                guard Self.section(instruction.code) == nil else {
                    throw Violation(description: "instruction \(instruction.code) is in a function")
                }
                continue
            }
            // Variables of the module are among the types.
            guard let section = instruction.code == 59 ? 6 : Self.section(instruction.code), section >= current else {
                throw Violation(description: "instruction \(instruction.code) is in the wrong section")
            }
            current = section
        }
    }

    /// The place of the result among the operands, or nil if there is none.
    private static func resultPlace(_ code: Int) -> Int? {
        switch code {
        // Modes, decorations, stores, merges, branches, returns and ends.
        case 14...17, 62, 71, 72, 56, 246, 247, 249, 250, 253...255: nil
        // Types, labels and the instruction set have no type.
        case 11, 19...33, 248: 0
        default: 1
        }
    }

    /// Every result is defined once, and less than the bound.
    private func checkResults() throws {
        var results: Set<UInt32> = []
        for instruction in instructions {
            guard let place = Self.resultPlace(instruction.code) else { continue }
            guard instruction.operands.count > place else {
                throw Violation(description: "instruction \(instruction.code) has no result")
            }
            let result = instruction.operands[place]
            guard result > 0, result < bound, results.insert(result).inserted else {
                throw Violation(description: "the result \(result) of \(instruction.code) is not new or too large")
            }
        }
    }

    /// Every block begins with a label and ends with one terminator. A conditional branch follows a merge, unless it
    /// repeats a loop.
    private func checkBlocks() throws {
        let terminators = [249, 250, 253, 254, 255]
        var isOpen = false
        var (previous, label): (Int, UInt32) = (0, 0)
        var loops: Set<UInt32> = []
        for instruction in instructions {
            switch instruction.code {
            case 54, 55, 56:
                guard !isOpen else { throw Violation(description: "a function ends in the middle of a block") }
            case 248:
                guard !isOpen else { throw Violation(description: "a block has no end") }
                (isOpen, label) = (true, instruction.operands[0])
            case 246: loops.insert(label)
            case let code where terminators.contains(code):
                guard isOpen else { throw Violation(description: "a terminator is outside of a block") }
                guard code != 250 || previous == 247 || loops.contains(instruction.operands[1]) else {
                    throw Violation(description: "a selection has no merge block")
                }
                isOpen = false
            default: break
            }
            previous = instruction.code
        }
    }
}
