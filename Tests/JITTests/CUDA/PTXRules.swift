/// Finds instructions in PTX whose results aren't those of IEEE arithmetic, by the names in NVIDIA's manual of PTX.
///
/// Every instruction with a float operand must be in a list, so a new one is found too.
enum PTXRules {
    /// The instructions on floats that are exact or correctly rounded, without their types. `fma` is one of them, but
    /// allowed only if the kernel has it.
    private static let floatOperations: Set<String> = [
        "add.rn", "sub.rn", "mul.rn", "div.rn", "rcp.rn", "sqrt.rn", "fma.rn", "abs", "neg",
    ]
    /// The first words of instructions that copy, compare, select or convert. Conversions have their own rule.
    private static let moves: Set<String> = ["mov", "ld", "st", "selp", "setp", "cvt"]

    /// Returns the instructions that break a rule, and what is missing in the header.
    static func violations(in text: String, allowsFusedMultiply: Bool) -> [String] {
        let lines = Self.lines(text)
        var violations = [".version 7.0", ".target sm_70", ".address_size 64"].filter { line in
            !lines.contains { $0 == line }
        }
        let functions = definedFunctions(lines)
        for (index, line) in lines.enumerated() {
            guard let instruction = instruction(line) else { continue }
            let words = instruction.split(separator: ".")
            if words.contains("approx") || words.contains("ftz") || words.contains("full") || words.contains("sat") {
                violations.append(String(line))
            } else if words[0] == "call" {
                if !functions.contains(calledFunction(line)) { violations.append(String(line)) }
            } else if words.contains("f32") || words.contains("f64") || words.contains("f16") {
                if !isExact(words, allowsFusedMultiply: allowsFusedMultiply), !isOnlyCompared(index, lines) {
                    violations.append(String(line))
                }
            }
        }
        return violations
    }

    /// Returns a line's instruction with its modifiers, without operands. Returns nil for other lines.
    private static func instruction(_ line: Substring) -> Substring? {
        var line = line
        if line.hasPrefix("@") { line = line.drop { $0 != " " && $0 != "\t" }.drop { $0 == " " || $0 == "\t" } }
        let name = line.prefix { $0 != " " && $0 != "\t" && $0 != ";" }
        return name.first?.isLowercase == true && !name.hasSuffix(":") ? name : nil
    }

    /// Whether a line computes a minimum or maximum that is only compared with numbers. Those of PTX order −0 before 0,
    /// which a comparison doesn't see. LLVM makes them of two comparisons with the same number.
    private static func isOnlyCompared(_ index: Int, _ lines: [Substring]) -> Bool {
        guard lines[index].hasPrefix("min.f32") || lines[index].hasPrefix("max.f32"),
            let result = operands(lines[index]).first
        else { return false }
        // Every function has registers of its own.
        let start = lines[..<index].lastIndex(of: "{") ?? 0
        let end = lines[index...].firstIndex(of: "}") ?? lines.count
        return (start..<end).allSatisfy { place in
            place == index || !operands(lines[place]).contains(result)
                || instruction(lines[place])?.hasPrefix("setp") == true
        }
    }

    /// Returns the words after an instruction.
    private static func operands(_ line: Substring) -> [Substring] {
        line.split { " \t,;{}[]()".contains($0) }.dropFirst().map { $0 }
    }

    private static func isExact(_ words: [Substring], allowsFusedMultiply: Bool) -> Bool {
        if words.contains("f16") { return false }
        let name = words.dropLast().joined(separator: ".")
        if words[0] == "fma" && !allowsFusedMultiply { return false }
        if floatOperations.contains(name) { return true }
        guard moves.contains(String(words[0])) else { return false }
        guard words[0] == "cvt" else { return true }
        // Conversions that can be inexact state their rounding: to the nearest number or, to a whole number, any.
        let (target, source) = (words[words.count - 2], words[words.count - 1])
        let widens = target == "f64" && source == "f32"
        return widens ? words.count == 3 : words.count == 4 && ["rn", "rni", "rzi", "rmi", "rpi"].contains(words[1])
    }

    /// Returns the text's lines, with each call in one line.
    private static func lines(_ text: String) -> [Substring] {
        var lines: [Substring] = []
        var isInCall = false
        for line in text.split(separator: "\n").map({ $0.drop { $0 == " " || $0 == "\t" } }) {
            if isInCall { lines[lines.count - 1] += line } else { lines.append(line) }
            isInCall = (isInCall || line.hasPrefix("call")) && !line.contains(";")
        }
        return lines
    }

    /// Returns the name after the results in parentheses, if there are any.
    private static func calledFunction(_ line: Substring) -> Substring {
        let start = line.drop { $0 != " " }.drop { $0 == " " }
        let rest = start.first == "(" ? start.drop { $0 != ")" }.dropFirst() : start
        return rest.drop { $0 == " " || $0 == "," }.prefix { $0 != "," && $0 != ";" && $0 != " " }
    }

    /// Returns the names of the functions that the text defines.
    private static func definedFunctions(_ lines: [Substring]) -> [Substring] {
        lines.filter { $0.hasPrefix(".func") }.compactMap { line in
            // A function's result is in parentheses before its name.
            let rest = line.split(separator: ")").last ?? line
            return rest.split { $0 == " " || $0 == "(" || $0 == "\t" }.last { !$0.hasPrefix(".") }
        }
    }
}
