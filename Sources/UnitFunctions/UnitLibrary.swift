import CImageUnit
import Foundation
import Glibc

/// A unit's shared library in this process, with the two optional functions that frame its use.
///
/// One of the few unsafe places: from here on the library's code runs with all the rights of the process. The library stays until the last
/// function taken from it is released; then the unit is told, and the library is closed. Thread-safe.
public final class UnitLibrary: @unchecked Sendable {
    /// The version of the C interface that this host has: `CI_UNIT_INTERFACE_VERSION`.
    public static let interfaceVersion = Int(CI_UNIT_INTERFACE_VERSION)

    /// The unit's name for errors, `Name.plugin`.
    public let unit: String
    private let handle: UnsafeMutableRawPointer
    // Texts that the unit may keep until it is told to end.
    private let texts: [UnsafeMutablePointer<CChar>?]
    private let host: UnsafeMutablePointer<ci_host>
    // Written once, before anybody else knows the library.
    private var isRefused = false

    /// Loads a library and calls `coreimage_unit_load`, if it has one.
    ///
    /// - Parameters:
    ///   - library: The shared library.
    ///   - bundle: The unit's folder.
    ///   - hostVersion: What the unit is told.
    /// - Throws: `unloadableLibrary`, `refused`.
    public init(_ library: URL, of bundle: URL, hostVersion: String) throws(UnitFunctionError) {
        let unit = bundle.lastPathComponent
        guard let handle = dlopen(library.path, RTLD_NOW | RTLD_LOCAL) else {
            throw .unloadableLibrary(
                unit: unit, reason: dlerror().map { String(cString: $0) } ?? "the reason is unknown")
        }
        (self.unit, self.handle) = (unit, handle)
        texts = [strdup(hostVersion), strdup(bundle.appendingPathComponent("Contents/Resources").path)]
        host = .allocate(capacity: 1)
        host.initialize(
            to: ci_host(
                struct_size: UInt32(MemoryLayout<ci_host>.size), interface_version: UInt32(CI_UNIT_INTERFACE_VERSION),
                host_version: texts[0], resources_path: texts[1]))
        guard let load = dlsym(handle, "coreimage_unit_load") else { return }
        typealias Load = @convention(c) (UnsafePointer<ci_host>) -> Int32
        let status = unsafeBitCast(load, to: Load.self)(host)
        if status != 0 {
            isRefused = true
            throw .refused(unit: unit, status: status)
        }
    }

    deinit {
        if !isRefused, let unload = dlsym(handle, "coreimage_unit_unload") {
            unsafeBitCast(unload, to: (@convention(c) () -> Void).self)()
        }
        dlclose(handle)
        host.deallocate()
        for text in texts { free(text) }
    }

    /// The address of an exported function.
    func address(of function: String) throws(UnitFunctionError) -> UnsafeMutableRawPointer {
        guard let symbol = dlsym(handle, function) else { throw .missingFunction(function, unit: unit) }
        return symbol
    }
}
