import Foundation

/// The external functions that generated code may call. LLVM may turn large copies into calls of them.
enum ExternalSymbol {
    /// Returns the address of an allowed function, or nil for any other name.
    static func address(of name: String) -> UnsafeRawPointer? {
        switch name {
        case "memcpy", "memset", "memmove": UnsafeRawPointer(dlsym(nil, name))
        default: nil
        }
    }
}
