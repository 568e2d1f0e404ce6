import CoreImageEssentials
import Foundation
import Glibc
import UntrustedInput

/// Loads libraries of units, and the libraries of the Swift runtime that they need.
///
/// A unit's library names the runtime's folder on the machine that compiled it. An installed host has its runtime in
/// another folder, and sandboxed workers may read no other. If a library of the same name is already loaded from any
/// folder, the dynamic linker uses it.
enum RuntimeLibraries {
    /// Returns the handle of a library. Runtime libraries that the linker doesn't find are loaded from the folder of
    /// the runtime that this process uses.
    static func open(_ library: URL) throws(ImageUnitHostError) -> UnsafeMutableRawPointer {
        var tried: Set<String> = []
        while true {
            if let handle = dlopen(library.path, RTLD_NOW | RTLD_LOCAL) { return handle }
            let reason = dlerror().map { String(cString: $0) } ?? "the reason is unknown"
            guard let name = missingName(in: reason), tried.insert(name).inserted, let folder = Self.folder,
                dlopen("\(folder)/\(name)", RTLD_NOW | RTLD_LOCAL) != nil
            else { throw .missingLibrary(library, reason) }
        }
    }

    /// Returns the name of the library that the dynamic linker didn't find; nil for other errors.
    static func missingName(in reason: String) -> String? {
        guard let end = reason.range(of: ": cannot open shared object file") else { return nil }
        let name = String(reason[..<end.lowerBound])
        return name.hasPrefix("lib") && name.hasSuffix(".so") && !name.contains("/") ? name : nil
    }

    /// Returns the folder of `libswiftCore.so` in the content of `/proc/self/maps`; nil if the runtime is linked
    /// statically.
    static func runtimeFolder(maps: String) -> String? {
        for line in maps.split(separator: "\n") {
            guard let start = line.firstIndex(of: "/") else { continue }
            let path = PathText(String(line[start...]))
            if path.lastComponent == "libswiftCore.so" { return path.parent }
        }
        return nil
    }

    private static let folder: String? = (try? FileReader.text(at: "/proc/self/maps")).flatMap {
        runtimeFolder(maps: $0)
    }
}
