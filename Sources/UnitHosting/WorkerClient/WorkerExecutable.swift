import CoreImageEssentials
import Foundation
import Glibc
import SystemResources
import UntrustedInput

/// Finds `coreimage-unit-worker`, the program that runs executable units.
package enum WorkerExecutable {
    static let name = "coreimage-unit-worker"
    /// The environment variable that names the program, for installations in other places.
    static let environmentVariable = "COREIMAGE_UNIT_WORKER"

    /// Returns the program's URL.
    ///
    /// - Throws: An error with the paths that were tried.
    package static func find(
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(WorkerExecutableError) -> URL {
        if let named = environment[environmentVariable], !named.isEmpty {
            guard isProgram(named) else { throw WorkerExecutableError(tried: [named], isNamed: true) }
            return PathText(named).fileURL()
        }
        let tried = candidates(environment)
        guard let found = tried.first(where: isProgram) else {
            throw WorkerExecutableError(tried: tried, isNamed: false)
        }
        return URL(fileURLWithPath: found)
    }

    /// Returns the paths to try: beside the host and beside the library that contains this code, then the standard
    /// folders for helper programs, then `PATH`.
    private static func candidates(_ environment: [String: String]) -> [String] {
        var folders: [String] = []
        for image in [executable(), library()].compactMap({ $0 }) {
            let folder = PathText(image).parent
            folders += [folder, PathText(folder).parent + "/libexec"]
        }
        folders += ["/usr/local/libexec", "/usr/libexec", "/usr/lib/coreimage"]
        folders += (environment["PATH"] ?? "").split(separator: ":").map(String.init)
        var seen: Set<String> = []
        return folders.map { $0 + "/" + name }.filter { $0.hasPrefix("/") && seen.insert($0).inserted }
    }

    private static func isProgram(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder.boolValue
            && access(path, X_OK) == 0
    }

    private static func executable() -> String? {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    }

    /// Returns the file that contains this code: a client's program, or the dynamic library.
    private static func library() -> String? { LoadedFile.path(of: #dsohandle) }
}

/// The error if the program that runs executable units isn't found.
package struct WorkerExecutableError: Error, Hashable, CustomStringConvertible {
    let tried: [String]
    /// Whether the environment variable names the program.
    let isNamed: Bool

    package var description: String {
        if isNamed {
            return
                "\(WorkerExecutable.environmentVariable) names \(tried.joined()), which is no program; correct or unset it"
        }
        return
            "\(WorkerExecutable.name), which runs executable units and draws SVG, was not found (looked for \(tried.prefix(3).joined(separator: ", "))"
            + " and in PATH); add the product \(WorkerExecutable.name) to your target's dependencies, install it beside the program, or name "
            + "it in \(WorkerExecutable.environmentVariable); units that you trust run without it, see CIPlugIn.trustsExecutableCode"
    }
}
