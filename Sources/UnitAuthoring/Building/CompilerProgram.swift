import Foundation

/// A program that units are built with, found on the `PATH`.
struct CompilerProgram: Sendable {
    /// The name of the program, for messages.
    let name: String
    /// The program file.
    let file: URL

    /// Finds a program on the `PATH`; `package` names what to install if it is missing.
    static func find(
        _ name: String, package: String, environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(AuthoringError) -> CompilerProgram {
        let folders = (environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":").filter { $0.hasPrefix("/") }
        for folder in folders {
            let path = "\(folder)/\(name)"
            var isFolder: ObjCBool = false
            if access(path, X_OK) == 0, FileManager.default.fileExists(atPath: path, isDirectory: &isFolder),
                !isFolder.boolValue
            {
                return CompilerProgram(name: name, file: URL(fileURLWithPath: path))
            }
        }
        throw .missingProgram(name, package: package)
    }

    static func swift() throws(AuthoringError) -> CompilerProgram {
        try find("swiftc", package: "a Swift toolchain, 6.1 or later, from swift.org")
    }

    static func c() throws(AuthoringError) -> CompilerProgram {
        try find("cc", package: "a C compiler, on Debian the package gcc")
    }
}
