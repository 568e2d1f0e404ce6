import Foundation

/// The committed inputs of a target.
struct SeedFiles {
    /// Seeds: ordinary inputs to start from.
    let corpus: [URL]
    /// Inputs that once broke a promise.
    let regressions: [URL]

    init(_ target: FuzzTarget) throws {
        corpus = try Self.files(in: "Corpus/\(target.name)")
        regressions = try Self.files(in: "Regressions/\(target.name)")
    }

    private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

    /// The folder's files by name; none where there is no folder, as a target may have no regressions yet.
    private static func files(in folder: String) throws -> [URL] {
        let url = tests.appendingPathComponent(folder)
        guard FileManager.default.fileExists(atPath: url.path) else { return [] }
        return try FileManager.default.contentsOfDirectory(at: url, includingPropertiesForKeys: nil)
            .sorted { $0.path < $1.path }
    }
}
