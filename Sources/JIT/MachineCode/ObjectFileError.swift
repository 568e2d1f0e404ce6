import Foundation

/// Why an object file was not loaded. Object files come from disk too, so every field of them is doubted.
public enum ObjectFileError: Error, Sendable, Hashable {
    /// Not a relocatable 64-bit little-endian ELF file for x86-64, or not one for the processor that this program was built for.
    case wrongKind
    /// Something points outside the file, or says what can't be; `what` names it.
    case malformed(what: String)
    /// Something that generated code never has: writable data, thread-local data, an unknown relocation.
    case unsupported(what: String)
    /// The code calls a function that it must not, or that isn't there.
    case unresolvedSymbol(String)
    /// There is no function of this name.
    case functionMissing(String)
    /// The system refused memory, or refused to make it executable; the number is `errno`.
    case memoryRefused(Int32)
}

extension ObjectFileError: CustomStringConvertible, LocalizedError {
    /// The error in prose.
    public var description: String {
        switch self {
        case .wrongKind: "the object file is not one for this processor"
        case .malformed(let what): "the object file is damaged: \(what)"
        case .unsupported(let what): "the object file has what generated code may not have: \(what)"
        case .unresolvedSymbol(let name): "the generated code calls '\(name)', which it may not"
        case .functionMissing(let name): "the generated code has no function '\(name)'"
        case .memoryRefused(let number):
            "the system refused memory for generated code: \(String(cString: strerror(number)))"
        }
    }

    /// The same text as `description`.
    public var errorDescription: String? { description }
}
