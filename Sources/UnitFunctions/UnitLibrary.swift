import CImageUnit
import Foundation
import Glibc

/// A unit's shared library, loaded into this process, with its two optional functions for loading and unloading.
///
/// This is one of the few unsafe places: the library's code has all rights of the process. The library stays loaded
/// until the last function taken from it is released. Then `coreimage_unit_unload` is called and the library is closed.
/// Thread-safe.
package final class UnitLibrary: @unchecked Sendable {
    /// The version of the C interface that this host supports: `CI_UNIT_INTERFACE_VERSION`.
    package static let interfaceVersion = Int(CI_UNIT_INTERFACE_VERSION)

    /// The unit's name for error messages, `Name.plugin`.
    package let unit: String
    private let handle: UnsafeMutableRawPointer
    // Texts that the unit may use until `coreimage_unit_unload` has returned.
    private let texts: [UnsafeMutablePointer<CChar>?]
    private let host: UnsafeMutablePointer<ci_host>
    // Written once, before the object is shared.
    private var isRefused = false

    /// Loads a library and calls its `coreimage_unit_load`, if it has one.
    ///
    /// - Parameters:
    ///   - library: The shared library.
    ///   - bundle: The unit's folder.
    ///   - hostVersion: The host's version, which is passed to the unit.
    /// - Throws: `unloadableLibrary`, `refused`.
    package init(_ library: URL, of bundle: URL, hostVersion: String) throws(UnitFunctionError) {
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

    /// Returns the address of an exported function.
    func address(of function: String) throws(UnitFunctionError) -> UnsafeMutableRawPointer {
        guard let symbol = dlsym(handle, function) else { throw .missingFunction(function, unit: unit) }
        return symbol
    }
}
