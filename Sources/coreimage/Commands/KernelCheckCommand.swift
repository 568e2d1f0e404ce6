import ArgumentParser
import Foundation
import KernelLanguage
import UntrustedInput

/// `coreimage kernel check FILE…`: prints diagnostics like a compiler.
struct KernelCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Compile kernel files and print what is wrong with them; exit code 1 when anything is.",
        discussion: """
            EXAMPLES
              coreimage kernel check *.cikernel
              coreimage kernel check --json my.cikernel
            """)

    @Argument(help: "Kernel files.")
    var files: [String]

    @Flag(help: "Print an array with an object for each file.")
    var json = false

    func run() throws {
        try refusing {
            var failed = false
            var reports: [[String: Any]] = []
            for file in files {
                let source: KernelSource
                do {
                    source = try KernelFile.read(file)
                } catch {
                    failed = true
                    if json { reports.append(["file": file, "kernels": [], "diagnostics": [], "error": "\(error)"]) }
                    StandardError.print("coreimage: \(error)")
                    continue
                }
                let result = KernelCompiler.compile(source)
                failed = failed || !result.succeeded
                if json {
                    reports.append(Self.json(file, result))
                } else {
                    if !result.diagnostics.isEmpty { StandardError.print(result.rendered) }
                    if result.succeeded {
                        let kernels = result.kernels.map { "\($0.name) (\($0.kind.rawValue))" }
                        try StandardOutput.print("\(file): \(kernels.joined(separator: ", "))")
                    }
                }
            }
            if json { try JSONText.print(reports) }
            if failed { throw ExitCode(1) }
        }
    }

    private static func json(_ file: String, _ result: CompilationResult) -> [String: Any] {
        let renderer = DiagnosticRenderer(source: result.source)
        return [
            "file": file,
            "kernels": result.kernels.map { ["name": $0.name, "kind": $0.kind.rawValue] },
            "diagnostics": result.diagnostics.map { diagnostic -> [String: Any] in
                let place = renderer.location(of: diagnostic.span.start)
                return [
                    "line": place.line, "column": place.column, "severity": diagnostic.severity.rawValue,
                    "message": diagnostic.message, "suggestion": diagnostic.suggestion ?? NSNull(),
                ]
            },
        ]
    }
}

/// Reads kernel files.
enum KernelFile {
    /// The maximum size of a kernel file, in bytes. Larger files are refused without being read.
    private static let sizeLimit = 64 << 20

    /// Returns the text of a file.
    static func read(_ path: String) throws -> KernelSource {
        let expanded = PathText(path).fileURL().path
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: expanded, isDirectory: &isFolder) else {
            throw Refusal("\(path): there is no such file")
        }
        if isFolder.boolValue { throw Refusal("\(path): this is a folder; name a kernel file") }
        let bytes: [UInt8]
        do throws(WholeFile.Failure) {
            bytes = try WholeFile.bytes(at: expanded, limit: sizeLimit)
        } catch {
            throw Refusal(
                error.code == EFBIG
                    ? "\(path): the file is over 64 MB, which no kernel is"
                    : "\(path): the file can't be read; check its permissions")
        }
        // The mark of a library that Metal's compiler has written.
        if bytes.starts(with: "MTLB".utf8) {
            throw Refusal(
                "\(path): this is a compiled Metal library, which can't be used here; name the text of a kernel in the Core Image "
                    + "Kernel Language")
        }
        guard let text = String(bytes: bytes, encoding: .utf8) else {
            throw Refusal("\(path): the text is not UTF-8; convert it, for instance with iconv -t UTF-8")
        }
        return KernelSource(text: text, file: path)
    }
}
