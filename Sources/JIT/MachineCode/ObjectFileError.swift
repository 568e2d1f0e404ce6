import Foundation

/// The reason why an object file was not loaded. Object files also come from disk, so all of their fields are
/// validated.
package enum ObjectFileError: Error, Sendable, Hashable {
    /// The file isn't a relocatable 64-bit little-endian ELF file for the architecture of this program.
    case wrongKind
    /// A reference points outside the file, or a value is impossible. `what` names it.
    case malformed(what: String)
    /// The file contains something that generated code never has: writable data, thread-local data or an unknown
    /// relocation.
    case unsupported(what: String)
    /// The code calls a function that doesn't exist or isn't allowed.
    case unresolvedSymbol(String)
    /// The code has no function with this name.
    case functionMissing(String)
    /// The system refused to provide memory or to make it executable. The number is `errno`.
    case memoryRefused(Int32)
}

extension ObjectFileError: CustomStringConvertible, LocalizedError {
    /// The error's text, with the remedy.
    package var description: String {
        let remedy = "; if this repeats, remove the folder that COREIMAGE_CACHE names, by default ~/.cache/coreimage"
        return switch self {
        case .wrongKind: "the object file is not one for this processor\(remedy)"
        case .malformed(let what): "the object file is damaged: \(what)\(remedy)"
        case .unsupported(let what): "the object file contains what generated code must not contain: \(what)\(remedy)"
        case .unresolvedSymbol(let name): "the generated code calls '\(name)', which is not allowed\(remedy)"
        case .functionMissing(let name): "the generated code has no function '\(name)'\(remedy)"
        case .memoryRefused(let number):
            "the system refused memory for generated code: \(String(cString: strerror(number)))"
        }
    }

    /// The same text as `description`.
    package var errorDescription: String? { description }
}
