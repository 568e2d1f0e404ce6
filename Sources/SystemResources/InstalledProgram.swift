import Foundation
import Glibc
import UntrustedInput

/// A program that is installed with this library, and is looked for in the same places by every program that uses it.
package struct InstalledProgram: Sendable {
    /// The file's name.
    package let name: String
    /// The environment variable that names the program, for installations in other places.
    package let environmentVariable: String

    /// Describes a program.
    package init(name: String, environmentVariable: String) {
        (self.name, self.environmentVariable) = (name, environmentVariable)
    }

    /// The reason why a program isn't found.
    package struct Missing: Error, Hashable, Sendable {
        /// The paths that were tried.
        package let tried: [String]
        /// Whether the environment variable names the program.
        package let isNamed: Bool

        /// Creates a reason.
        package init(tried: [String], isNamed: Bool) { (self.tried, self.isNamed) = (tried, isNamed) }
    }

    /// Returns the program's URL.
    package func find(
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(Missing) -> URL {
        if let named = environment[environmentVariable], !named.isEmpty {
            guard Self.isProgram(named) else { throw Missing(tried: [named], isNamed: true) }
            return PathText(named).fileURL()
        }
        let tried = candidates(environment)
        guard let found = tried.first(where: Self.isProgram) else { throw Missing(tried: tried, isNamed: false) }
        return URL(fileURLWithPath: found)
    }

    /// Returns the paths to try: beside this program and beside the library that contains this code, then the standard
    /// folders for helper programs, then `PATH`.
    private func candidates(_ environment: [String: String]) -> [String] {
        var folders: [String] = []
        for image in [Self.executable(), Self.library()].compactMap({ $0 }) {
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
