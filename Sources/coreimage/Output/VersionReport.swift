import CoreImage
import Foundation

/// What `coreimage --version` prints: one line for the version and one for each part that may be missing.
struct VersionReport {
    /// What `make install` noted about the build, by key; empty where the command runs from where it was built.
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
        ]
    }
}
