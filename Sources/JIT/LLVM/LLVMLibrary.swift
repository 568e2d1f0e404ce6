import Foundation
import Synchronization
import SystemResources

/// The LLVM library, opened at run time.
///
/// There are no headers and no build-time dependency. Without the library, everything is interpreted. Opening takes
/// some tens of milliseconds. It happens when code must be compiled that no cache contains. A library is never closed.
/// Thread-safe.
package final class LLVMLibrary: Sendable {
    /// Where to look for LLVM.
    package enum Location: Sendable, Hashable {
        /// The first of `standardNames` that the system's loader finds.
        case standard
        /// The library with this name or path, and no other.
        case named(String)
        /// No library. Kernels are interpreted, even if the cache contains their code.
        case none

        /// Creates the location from the environment variable `COREIMAGE_LLVM`: `none`, or the name or path of a
        /// library. Standard if it is unset or empty.
        package init(environment: [String: String] = ProcessInfo.processInfo.environment) {
            switch environment["COREIMAGE_LLVM"] {
            case nil, ""?: self = .standard
            case "none"?: self = .none
            case let name?: self = .named(name)
            }
        }
    }

    /// Names under which distributions install LLVM, in order of preference. The tests run with version 19.
    package static let standardNames = [
        "libLLVM.so.19.1", "libLLVM-19.so.1", "libLLVM-19.so", "libLLVM.so.20.1", "libLLVM-20.so.1", "libLLVM-20.so",
        "libLLVM.so.21.1", "libLLVM-21.so", "libLLVM.so.18.1", "libLLVM-18.so.1", "libLLVM-18.so",
    ]

    /// The library at `Location()`, or the reason why there is none. Opened at the first access.
    package static let shared: Result<LLVMLibrary, CompilationError> = open(Location())

    /// The name or path with which the library was opened.
    package let name: String
    /// The version, such as "19.1.7".
    package let version: String
    let functions: LLVMFunctions
    /// The code generators that are kept from one compilation to the next.
    let machines = LLVMTargetMachines()
    /// For each target that was needed, whether the library has a code generator.
    private let targets = Mutex<[LLVMTarget: Bool]>([:])

    private static let opened = Mutex<[Location: LLVMLibrary]>([:])

    /// The address space in bytes that must be left where a library is opened. The library and the memory of its
    /// threads take about half of it. LLVM ends the process if it gets no memory.
    private static let neededAddressSpace = 768 << 20

    /// Opens a library, or returns the one that was opened at this location before. Returns the reason if that fails.
    ///
    /// - Parameter left: The bytes of address space that are left.
    package static func open(
        _ location: Location, addressSpace left: Int = AddressSpace.left
    ) -> Result<LLVMLibrary, CompilationError> {
        opened.withLock { opened in
            if let library = opened[location] { return .success(library) }
            guard location == .none || left >= neededAddressSpace else {
                return .failure(.addressSpaceMissing(left: left, needed: neededAddressSpace))
            }
            do throws(CompilationError) {
                let library = try LLVMLibrary(location)
                opened[location] = library
                return .success(library)
            } catch {
                return .failure(error)
            }
        }
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
            var (major, minor, patch): (UInt32, UInt32, UInt32) = (0, 0, 0)
            functions.getVersion(&major, &minor, &patch)
            (self.name, self.functions, version) = (name, functions, "\(major).\(minor).\(patch)")
            return
        }
        throw .libraryMissing(tried: names, reason: reason ?? "no reason given")
    }

    /// Registers the code generator of a target, once. Throws `CompilationError.functionMissing` if the library was
    /// built without it.
    func prepare(_ target: LLVMTarget) throws(CompilationError) {
        let isPresent = targets.withLock { targets in
            let isPresent = targets[target] ?? functions.initialize(target)
            targets[target] = isPresent
            return isPresent
        }
        guard isPresent else { throw .functionMissing(library: name, function: target.initializers[0]) }
    }
}
