import Foundation
import KernelLanguage

/// The kernels of built-in filters, compiled from the texts in their source files. So tests of code generation need no
/// filters.
enum FilterKernels {
    /// Returns the kernels whose text is one literal without interpolation, which are most.
    static func all() throws -> [Program] {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../Sources/BuiltInFilters").standardizedFileURL
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        var programs: [Program] = []
        while let file = files?.nextObject() as? URL {
            guard file.pathExtension == "swift" else { continue }
            for text in literals(in: try String(contentsOf: file, encoding: .utf8)) {
                programs += KernelCompiler.compile(KernelSource(text: text, file: file.lastPathComponent)).kernels
            }
        }
        return programs.sorted { $0.name < $1.name }
    }

    /// Returns the literals of several lines that define a kernel.
    private static func literals(in text: String) -> [String] {
        let parts = text.components(separatedBy: "\"\"\"")
        return stride(from: 1, to: parts.count, by: 2).map { parts[$0] }
            .filter { $0.contains("kernel vec") && !$0.contains("\\(") }
    }
}
