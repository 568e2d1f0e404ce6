import CImageUnit
import Foundation

/// A C function of a unit that says which part of its images a part of the result is computed from.
///
/// Keeps its library in memory. Thread-safe as far as the unit keeps to the interface.
public struct RegionFunction: Sendable {
    private let terms: FunctionTerms
    private let address: UncheckedAddress
    private let signature: ForeignSignature

    /// The function of that name.
    ///
    /// - Parameters:
    ///   - name: The exported symbol.
    ///   - library: Where it is.
    ///   - parameters: What it takes beside image number, rectangle and answer.
    /// - Throws: `missingFunction`, `tooManyParameters`.
    public init(_ name: String, in library: UnitLibrary, parameters: [FunctionParameter]) throws(UnitFunctionError) {
        terms = FunctionTerms(name: name, library: library, parameters: parameters)
        address = UncheckedAddress(pointer: try library.address(of: name))
        signature = try terms.signature(before: [.integer, .doubles(4)], after: [.pointer])
    }

    /// The part of image `index` that `output` is computed from, both in working space; null where nothing is.
    ///
    /// - Throws: `unsuitedArguments`, `failed`, `malformedRegion`.
    public func callAsFunction(
        _ index: Int, _ output: CGRect, arguments: [FunctionArgument]
    ) throws(UnitFunctionError) -> CGRect {
        var numbers = try terms.numbers(arguments)
        var answer = ci_rect(x: .nan, y: .nan, width: .nan, height: .nan)
        let status = call(Int32(clamping: index), ci_rect(output), &numbers, &answer)
        if status != 0 { throw .failed(terms.name, unit: terms.library.unit, status: status, text: "") }
        let parts = [answer.x, answer.y, answer.width, answer.height]
        guard !parts.contains(where: \.isNaN), answer.width >= 0, answer.height >= 0 else {
            throw .malformedRegion(terms.name, unit: terms.library.unit, answer: "\(parts)")
        }
        if answer.width == 0 || answer.height == 0 { return .null }
        let isFinite = parts.allSatisfy(\.isFinite)
        return isFinite ? CGRect(x: parts[0], y: parts[1], width: parts[2], height: parts[3]) : .infinite
    }

    private func call(
        _ index: Int32, _ output: ci_rect, _ numbers: inout [Double], _ answer: inout ci_rect
    ) -> Int32 {
        var (index, output) = (index, output)
        return withUnsafeMutablePointer(to: &answer) { answer in
            var target = answer
            return numbers.withUnsafeMutableBufferPointer { numbers in
                withUnsafeMutablePointer(to: &index) { index in
                    withUnsafeMutablePointer(to: &output) { output in
                        withUnsafeMutablePointer(to: &target) { target in
                            signature.call(
                                address.pointer,
                                [UnsafeMutableRawPointer(index), UnsafeMutableRawPointer(output)]
                                    + terms.addresses(in: numbers) + [UnsafeMutableRawPointer(target)])
                        }
                    }
                }
            }
        }
    }
}
