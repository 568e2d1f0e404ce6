import Foundation

/// A line `// run: EXPRESSION -> VALUES` of a file with kernel functions.
///
/// The expression calls functions of the file or of the language. The values are the components of its result. With
/// `->` they are exact. With `~>` they may have an error of 2·10⁻⁶ times the larger of 1 and the value.
package struct KernelCase {
    /// Where the numbers of the expression come from.
    package enum Numbers: CaseIterable {
        /// From the text, so that the compiler can compute the expression.
        case constants
        /// From the kernel's arguments, so that the expression is computed once for all pixels.
        case arguments
        /// From pixels of images, so that the expression is computed for each pixel.
        case pixels
    }

    /// A line that begins like a case and isn't one.
    package struct Malformed: Error {
        /// The number of the line in its file.
        package let line: Int
    }

    /// The number of the line in its file.
    package let line: Int
    let expression: String
    /// The components of the result.
    package let expected: [Float]
    let isExact: Bool

    /// Returns the cases of a file. Throws `Malformed` for a line that begins like a case and isn't one.
    package static func cases(in text: String) throws(Malformed) -> [KernelCase] {
        var cases: [KernelCase] = []
        for (index, line) in text.components(separatedBy: "\n").enumerated() where line.hasPrefix("// run:") {
            let content = String(line.dropFirst("// run:".count))
            let isExact = !content.contains(" ~> ")
            let parts = content.components(separatedBy: isExact ? " -> " : " ~> ")
            let values = parts.last?.split(separator: " ").map { Float($0) } ?? []
            guard parts.count == 2, (1...4).contains(values.count), !values.contains(nil) else {
                throw Malformed(line: index + 1)
            }
            let expression = parts[0].trimmingCharacters(in: .whitespaces)
            cases.append(
                KernelCase(
                    line: index + 1, expression: expression, expected: values.compactMap { $0 }, isExact: isExact))
        }
        return cases
    }

    /// Returns the text of a kernel that computes the expression, and the values of its parameters, four numbers each.
    package func kernel(_ numbers: Numbers) -> (text: String, parameters: [[Float]]) {
        var (call, values) = (expression, [Float]())
        if numbers != .constants { (call, values) = replacingNumbers() }
        let parameters = stride(from: 0, to: values.count, by: 4).map { start in
            (start..<start + 4).map { $0 < values.count ? values[$0] : 0 }
        }
        let type = numbers == .pixels ? "__sample" : "vec4"
        let list = parameters.indices.map { "\(type) k\($0)" }.joined(separator: ", ")
        let result =
            switch expected.count {
            case 1: "vec4(float(\(call)), 0.0, 0.0, 0.0)"
            case 2: "vec4(vec2(\(call)), 0.0, 0.0)"
            case 3: "vec4(vec3(\(call)), 0.0)"
            default: "vec4(\(call))"
            }
        return ("kernel vec4 computed(\(list)) { return \(result); }", parameters)
    }

    /// Whether a result has the expected components.
    package func accepts(_ result: SIMD4<Float>) -> Bool {
        expected.indices.allSatisfy { index in
            let (found, value) = (result[index], expected[index])
            return isExact ? found == value : abs(found - value) <= 2e-6 * max(1, abs(value))
        }
    }

    /// Returns the expression with components of the parameters `k0`, `k1`, … in place of its numbers, and the numbers.
    private func replacingNumbers() -> (String, [Float]) {
        var (text, values) = ("", [Float]())
        var rest = expression[...]
        while let first = rest.first {
            // A number, a name, a component such as `.xy`, or one other character.
            let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
            rest = rest.dropFirst(max(word.count, 1))
            guard first.isNumber, let value = Float(word) else {
                text += word.isEmpty ? String(first) : String(word)
                continue
            }
            let component = "k\(values.count / 4).\(Array("xyzw")[values.count % 4])"
            text += word.contains(".") ? component : "int(\(component))"
            values.append(value)
        }
        return (text, values)
    }
}
