import CoreImage
import Foundation
import VideoEditing

/// The output of `coreimage --version`: a line for the version, and one for each optional component.
struct VersionReport {
    /// Information about the build, recorded by `make install`. Empty if the command runs from its build folder.
    private let build: [Substring: Substring]

    init() {
        let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        let file = program.deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("lib/coreimage/build.txt")
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        let lines = text.split(separator: "\n").map { $0.split(separator: " ", maxSplits: 1) }
        build = Dictionary(lines.filter { $0.count == 2 }.map { ($0[0], $0[1]) }) { first, _ in first }
    }

    var lines: [String] {
        let commit = build["commit"].map { "commit \($0)" } ?? "not installed"
        return [
            "coreimage \(CIPlugIn.hostVersion) (\(commit), interface \((CIPlugIn.executableUnitStamp["Interface"] ?? "").prefix(12)))",
            "compiler   \(InstalledParts.compiler)",
            "detectors  \(InstalledParts.detectors)",
            "worker     \(InstalledParts.worker)",
            "video      \(VideoParts.worker)",
            "service    \(ServerProgram.service.location)",
            "workbench  \(ServerProgram.workbench.location)",
        ]
    }
}
