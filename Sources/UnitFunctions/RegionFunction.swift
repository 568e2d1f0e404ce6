import CImageUnit
import Foundation

/// A C function of a unit that returns the region of an input image from which a part of the result is computed.
///
/// It keeps the library loaded. Thread-safe if the unit obeys the interface.
package struct RegionFunction: Sendable {
    private let function: UnitFunctionParameters
    private let address: UncheckedAddress
    private let signature: ForeignSignature

    /// Looks up a function in a library.
    ///
    /// - Parameters:
    ///   - name: The exported symbol.
    ///   - library: The unit's library.
    ///   - parameters: The types of the parameters other than the image index, the rectangle and the result.
    /// - Throws: `missingFunction`, `tooManyParameters`.
    package init(_ name: String, in library: UnitLibrary, parameters: [FunctionParameter]) throws(UnitFunctionError) {
        function = UnitFunctionParameters(name: name, library: library, parameters: parameters)
        address = UncheckedAddress(pointer: try library.address(of: name))
        signature = try function.signature(before: [.integer, .doubles(4)], after: [.pointer])
    }

    /// Returns the region of image `index` that is needed to compute `output`. Both rectangles are in working space.
    /// The result is null if nothing is needed, and infinite if it isn't finite.
    ///
    /// - Throws: `unsuitedArguments`, `failed`, `malformedRegion`.
    package func callAsFunction(
        _ index: Int, _ output: CGRect, arguments: [FunctionArgument]
    ) throws(UnitFunctionError) -> CGRect {
        var numbers = try function.numbers(arguments)
        var answer = ci_rect(x: .nan, y: .nan, width: .nan, height: .nan)
        let status = call(Int32(clamping: index), ci_rect(output), &numbers, &answer)
        if status != 0 { throw .failed(function.name, unit: function.library.unit, status: status, text: "") }
        let parts = [answer.x, answer.y, answer.width, answer.height]
        guard !parts.contains(where: \.isNaN), answer.width >= 0, answer.height >= 0 else {
            throw .malformedRegion(function.name, unit: function.library.unit, answer: "\(parts)")
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
                                    + function.addresses(in: numbers) + [UnsafeMutableRawPointer(target)])
                        }
                    }
                }
            }
        }
    }
}
