import Foundation

/// LLVM, opened at run time: no headers, no dependency at build time, and everything works without it, on the interpreter.
///
/// Opening takes some tens of milliseconds and happens when something must be compiled that no cache holds. A library stays open for ever.
/// Thread-safe.
public final class LLVMLibrary: Sendable {
    /// Where LLVM is to be found.
    public enum Location: Sendable, Hashable {
        /// The first of `standardNames` that the system's loader finds.
        case standard
        /// A library of this name or path, and no other.
        case named(String)
        /// Nowhere: code comes from caches, or kernels are interpreted.
        case none

        /// What the environment variable `COREIMAGE_LLVM` says: `none`, or the name or path of a library; standard where it is not set.
        public init(environment: [String: String] = ProcessInfo.processInfo.environment) {
            switch environment["COREIMAGE_LLVM"] {
            case nil, ""?: self = .standard
            case "none"?: self = .none
            case let name?: self = .named(name)
            }
        }
    }

    /// Names by which distributions install LLVM, best first: version 19 is what the tests run with.
    public static let standardNames = [
        "libLLVM.so.19.1", "libLLVM-19.so.1", "libLLVM-19.so", "libLLVM.so.20.1", "libLLVM-20.so.1", "libLLVM-20.so",
        "libLLVM.so.21.1", "libLLVM-21.so", "libLLVM.so.18.1", "libLLVM-18.so.1", "libLLVM-18.so",
    ]

    /// The library that `Location()` names, opened when first asked for; or why there is none.
    public static let shared: Result<LLVMLibrary, CompilationError> = open(Location())

    /// The name or path by which the library was found.
    public let name: String
    /// Version, such as "19.1.7".
    public let version: String
    let functions: LLVMFunctions

    /// Opens a library, or says why there is none.
    public static func open(_ location: Location) -> Result<LLVMLibrary, CompilationError> {
        do { return .success(try LLVMLibrary(location)) } catch { return .failure(error) }
    }

    private init(_ location: Location) throws(CompilationError) {
        let names: [String]
        switch location {
        case .standard: names = Self.standardNames
        case .named(let name): names = [name]
        case .none: throw .switchedOff
        }
        var reason: String?
        for name in names {
            guard let handle = dlopen(name, RTLD_LAZY | RTLD_LOCAL) else {
                reason = reason ?? dlerror().map { String(cString: $0) }
                continue
            }
            let functions: LLVMFunctions
            do {
                functions = try LLVMFunctions(in: handle, name: name)
            } catch {
                throw (error as? CompilationError) ?? .failed("\(error)")
            }
            for initialize in functions.initializers { initialize() }
            var (major, minor, patch): (UInt32, UInt32, UInt32) = (0, 0, 0)
            functions.getVersion(&major, &minor, &patch)
            (self.name, self.functions, version) = (name, functions, "\(major).\(minor).\(patch)")
            return
        }
        throw .libraryMissing(tried: names, reason: reason ?? "no reason given")
    }
}
