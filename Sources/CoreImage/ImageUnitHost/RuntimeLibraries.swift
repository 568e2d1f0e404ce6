import Foundation
import Glibc
import UntrustedInput

/// Loads libraries of units, with what they need of the Swift runtime.
///
/// A unit's library names the folder of the runtime on the machine that compiled it. An installed host has its runtime
/// elsewhere, and sandboxed workers may read no other. The dynamic linker takes what is loaded already for a library of
/// the same name, wherever that is.
enum RuntimeLibraries {
    /// The handle of a library. What the linker doesn't find of the runtime is loaded from the folder of the runtime
    /// that this process uses.
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

    /// The name of the library that the dynamic linker didn't find; nil where something else is wrong.
    static func missingName(in reason: String) -> String? {
        guard let end = reason.range(of: ": cannot open shared object file") else { return nil }
        let name = String(reason[..<end.lowerBound])
        return name.hasPrefix("lib") && name.hasSuffix(".so") && !name.contains("/") ? name : nil
    }

    /// The folder of `libswiftCore.so` in a process's table of memory; nil where the runtime is linked statically.
    static func runtimeFolder(maps: String) -> String? {
        for line in maps.split(separator: "\n") {
            guard let start = line.firstIndex(of: "/") else { continue }
            let path = PathText(String(line[start...]))
            if path.lastComponent == "libswiftCore.so" { return path.parent }
        }
        return nil
    }

    private static let folder: String? = (try? WholeFile.text(at: "/proc/self/maps")).flatMap {
        runtimeFolder(maps: $0)
    }
}
