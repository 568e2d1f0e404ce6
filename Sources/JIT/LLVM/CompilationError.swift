import Foundation

/// The reason why generated text could not be compiled to machine code.
package enum CompilationError: Error, Sendable, Hashable {
    /// No LLVM library was found. `tried` lists the names that were tried, and `reason` is the system's message for the
    /// first.
    case libraryMissing(tried: [String], reason: String)
    /// The host or the user disabled LLVM.
    case switchedOff
    /// The process may not use enough address space, in bytes.
    case addressSpaceMissing(left: Int, needed: Int)
    /// A library was found, but it lacks a required function.
    case functionMissing(library: String, function: String)
    /// LLVM has no code generator for this processor.
    case unsupportedProcessor(String)
    /// The text isn't valid LLVM assembly, or violates LLVM's rules. The message is from LLVM, with line and column.
    case rejected(String)
    /// LLVM failed to optimise the module or to generate code.
    case failed(String)
}

extension CompilationError: CustomStringConvertible, LocalizedError {
    /// The error's text, with the remedy if there is one.
    package var description: String {
        switch self {
        case .libraryMissing(let tried, let reason):
            "LLVM was not found (\(reason); tried \(tried.joined(separator: ", "))); install it for faster rendering, on Debian "
                + "with 'apt install libllvm19', or name a library in COREIMAGE_LLVM"
        case .addressSpaceMissing(let left, let needed):
            "LLVM needs \(needed >> 20) MiB of address space, and \(left >> 20) MiB are left; raise the limit, "
                + "for example with 'ulimit -v unlimited'"
        case .switchedOff: "compilation is switched off (COREIMAGE_LLVM is 'none')"
        case .functionMissing(let library, let function):
            "\(library) has no function \(function); install LLVM 18 or later, on Debian with 'apt install libllvm19'"
        case .unsupportedProcessor(let processor): "no machine code can be generated for \(processor)"
        case .rejected(let message): "LLVM refused the generated code: \(message)"
        case .failed(let message): "LLVM failed to compile: \(message)"
        }
    }

    /// The same text as `description`.
    package var errorDescription: String? { description }
}
