import Foundation

/// Why there is no machine code for a piece of generated text.
public enum CompilationError: Error, Sendable, Hashable {
    /// No LLVM library was found; `tried` lists what was looked for and what the system said of the first.
    case libraryMissing(tried: [String], reason: String)
    /// The host or the user chose to work without LLVM.
    case switchedOff
    /// A library was found, but it lacks a function.
    case functionMissing(library: String, function: String)
    /// LLVM has no code generator for this processor.
    case unsupportedProcessor(String)
    /// The text is not valid LLVM assembly, or breaks LLVM's rules; the message is LLVM's own, with line and column.
    case rejected(String)
    /// LLVM failed to optimise or to generate code.
    case failed(String)
}

extension CompilationError: CustomStringConvertible, LocalizedError {
    /// The error in prose, with the remedy where there is one.
    public var description: String {
        switch self {
        case .libraryMissing(let tried, let reason):
            "LLVM was not found (\(reason); tried \(tried.joined(separator: ", "))); install it for faster rendering, on Debian "
                + "with 'apt install libllvm19', or name a library in COREIMAGE_LLVM"
        case .switchedOff: "compilation is switched off (COREIMAGE_LLVM is 'none')"
        case .functionMissing(let library, let function):
            "\(library) has no function \(function); install LLVM 18 or later, on Debian with 'apt install libllvm19'"
        case .unsupportedProcessor(let processor): "no machine code can be generated for \(processor)"
        case .rejected(let message): "LLVM refused the generated code: \(message)"
        case .failed(let message): "LLVM failed to compile: \(message)"
        }
    }

    /// The same text as `description`.
    public var errorDescription: String? { description }
}
