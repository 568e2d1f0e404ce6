import ArgumentParser
import CommandOutput
import Foundation
import KernelLanguage

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
