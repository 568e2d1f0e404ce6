import Foundation
import KernelLanguage

/// An error for arguments that don't fit a kernel's parameters.
public enum KernelArgumentError: Error, Sendable, Hashable {
    /// Too few or too many arguments.
    case count(kernel: String, expected: Int, actual: Int)
    /// An argument whose kind differs from its parameter's.
    case kind(kernel: String, parameter: String, expected: String)
    /// A vector or matrix with the wrong number of components.
    case components(kernel: String, parameter: String, expected: Int, actual: Int)

    static func check(_ arguments: [KernelArgument], for program: Program) throws(KernelArgumentError) {
        let extra = program.kind == .warp ? 1 : 0
        let expected = program.parameters.count + extra
        guard arguments.count == expected else {
            throw .count(kernel: program.name, expected: expected, actual: arguments.count)
        }
        for (parameter, argument) in zip(program.parameters, arguments) {
            let count = parameter.type.componentCount
            switch argument {
            case .image where parameter.type.isImage, .color where parameter.type == .color: continue
            case .numbers(let numbers) where !parameter.type.isImage:
                guard numbers.count == count else {
                    throw .components(
                        kernel: program.name, parameter: parameter.name, expected: count, actual: numbers.count)
                }
            default:
                let kind =
                    parameter.type.isImage ? "an image" : parameter.type == .color ? "a colour" : "\(count) numbers"
                throw .kind(kernel: program.name, parameter: parameter.name, expected: count == 1 ? "a number" : kind)
            }
        }
        if extra == 1, case .image? = arguments.last { return }
        if extra == 1 { throw .kind(kernel: program.name, parameter: "image to warp", expected: "an image") }
    }
}

extension KernelApplication {
    /// Checks the arguments against the parameters. `ImageNode.kernel` has already done so for the applications that it
    /// builds.
    public func checkArguments() throws(KernelArgumentError) { try KernelArgumentError.check(arguments, for: program) }
}

extension KernelArgumentError: LocalizedError, CustomStringConvertible {
    /// A message that states what doesn't fit, and what is expected.
    public var description: String {
        switch self {
        case .count(let kernel, let expected, let actual):
            "kernel '\(kernel)' takes \(expected) arguments, not \(actual): pass one per parameter, in the order of the source"
        case .kind(let kernel, let parameter, let expected):
            "argument '\(parameter)' of kernel '\(kernel)' must be \(expected)"
        case .components(let kernel, let parameter, let expected, let actual):
            "argument '\(parameter)' of kernel '\(kernel)' has \(actual) components; its type needs \(expected)"
        }
    }

    /// The same text, for `localizedDescription`.
    public var errorDescription: String? { description }
}
