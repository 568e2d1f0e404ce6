import Foundation
import TestSupport

/// A unit's bundle in a temporary folder with a shared library made of C sources; removed with this object.
package final class CompiledLibrary {
    /// The bundle, `Name.plugin`.
    package let bundle: URL
    /// The shared library in it.
    package var library: URL { bundle.appendingPathComponent("Contents/Linux/\(name)") }
    private let name: String
    private let folder: URL

    /// The error for a source that doesn't compile.
    package struct CompilerFailure: Error, CustomStringConvertible {
        /// The compiler's messages.
        package let description: String
    }

    /// A bundle with a library made of one text, which need not include the header itself.
    package convenience init(_ name: String, code: String) throws {
        let source = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).c")
        defer { try? FileManager.default.removeItem(at: source) }
        try "#include \"coreimage_unit.h\"\n\(code)\n".write(to: source, atomically: true, encoding: .utf8)
        try self.init(name, sources: [source])
    }

    /// A bundle with a library made of files.
    package init(_ name: String, sources: [URL]) throws {
        self.name = name
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("unit-\(UUID().uuidString)")
        bundle = folder.appendingPathComponent("\(name).plugin")
        for part in ["Linux", "Resources"] {
            try FileManager.default.createDirectory(
                at: bundle.appendingPathComponent("Contents/\(part)"), withIntermediateDirectories: true)
        }
        let compiler = LaunchedProgram()
        compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        compiler.arguments =
            ["cc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-O1", "-shared", "-fPIC", "-fvisibility=hidden"]
            + ["-I", Self.package.appendingPathComponent("Sources/CImageUnit/include").path, "-o", library.path]
            + sources.map(\.path) + ["-lm"]
        let messages = Pipe()
        compiler.standardError = messages
        try compiler.run()
        let text = messages.fileHandleForReading.readDataToEndOfFile()
        compiler.waitUntilExit()
        guard compiler.terminationStatus == 0 else {
            throw CompilerFailure(description: String(decoding: text, as: UTF8.self))
        }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// The package's folder.
    package static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
}
