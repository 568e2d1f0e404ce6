import Foundation

/// The only functions outside itself that generated code may call: LLVM may turn large copies into calls of them.
enum ExternalSymbol {
    /// The address of an allowed function; nil for any other name.
    static func address(of name: String) -> UnsafeRawPointer? {
        switch name {
        case "memcpy", "memset", "memmove": UnsafeRawPointer(dlsym(nil, name))
        default: nil
        }
    }
}
