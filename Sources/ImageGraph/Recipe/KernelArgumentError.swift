import Foundation
import KernelLanguage

/// An error for arguments that don't fit a kernel's parameters.
package enum KernelArgumentError: Error, Sendable, Hashable {
    /// Too few or too many arguments.
    case wrongCount(kernel: String, expected: Int, actual: Int)
    /// An argument whose kind differs from its parameter's.
    case wrongKind(kernel: String, parameter: String, expected: String, actual: String)
    /// A vector or matrix with the wrong number of components.
    case wrongComponentCount(kernel: String, parameter: String, expected: Int, actual: Int)

    static func check(_ arguments: [KernelArgument], for program: Program) throws(KernelArgumentError) {
        let extra = program.kind == .warp ? 1 : 0
        let expected = program.parameters.count + extra
        guard arguments.count == expected else {
            throw .wrongCount(kernel: program.name, expected: expected, actual: arguments.count)
        }
        for (parameter, argument) in zip(program.parameters, arguments) {
            let count = parameter.type.componentCount
            switch argument {
            case .image where parameter.type.isImage, .color where parameter.type == .color: continue
            case .numbers(let numbers) where !parameter.type.isImage:
                guard numbers.count == count else {
                    throw .wrongComponentCount(
                        kernel: program.name, parameter: parameter.name, expected: count, actual: numbers.count)
                }
            default:
                let kind =
                    parameter.type.isImage
                    ? "an image" : parameter.type == .color ? "a colour" : Self.numbers(count)
                throw .wrongKind(
                    kernel: program.name, parameter: parameter.name, expected: kind, actual: Self.kind(of: argument))
            }
        }
        guard extra == 1, let image = arguments.last else { return }
        if case .image = image { return }
        throw .wrongKind(
            kernel: program.name, parameter: "image to warp", expected: "an image", actual: kind(of: image))
    }

    private static func kind(of argument: KernelArgument) -> String {
        switch argument {
        case .numbers(let numbers): Self.numbers(numbers.count)
        case .color: "a colour"
        case .image: "an image"
        }
    }

    private static func numbers(_ count: Int) -> String { count == 1 ? "a number" : "\(count) numbers" }
}

extension KernelApplication {
    /// Checks the arguments against the parameters. `ImageNode.kernel` has already done so for the applications that it
    /// builds.
    package func checkArguments() throws(KernelArgumentError) { try KernelArgumentError.check(arguments, for: program) }
}

extension KernelArgumentError: LocalizedError, CustomStringConvertible {
    /// A message that states what doesn't fit, and what is expected.
    package var description: String {
        switch self {
        case .wrongCount(let kernel, let expected, let actual):
            "Kernel '\(kernel)' takes \(expected) arguments, not \(actual): pass one per parameter, in the order of the "
                + "source"
        case .wrongKind(let kernel, let parameter, let expected, let actual):
            "Argument '\(parameter)' of kernel '\(kernel)' is \(actual): pass \(expected)"
        case .wrongComponentCount(let kernel, let parameter, let expected, let actual):
            "Argument '\(parameter)' of kernel '\(kernel)' has \(Self.numbers(actual)): pass "
                + "\(Self.numbers(expected))"
        }
    }

    /// The same text, for `localizedDescription`.
    package var errorDescription: String? { description }
}
