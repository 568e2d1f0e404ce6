import Foundation

/// The committed inputs of a target.
struct SeedFiles {
    /// Seeds: ordinary inputs that mutations start from.
    let corpus: [URL]
    /// Inputs that once violated a guarantee.
    let regressions: [URL]

    init(_ target: FuzzTarget) throws {
        corpus = try Self.files(in: "Corpus/\(target.name)")
        regressions = try Self.files(in: "Regressions/\(target.name)")
    }

    private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

    /// Returns the folder's files sorted by path; empty if the folder doesn't exist, because a target may have no
    /// regressions.
    private static func files(in folder: String) throws -> [URL] {
        let url = tests.appendingPathComponent(folder)
        guard FileManager.default.fileExists(atPath: url.path) else { return [] }
        return try FileManager.default.contentsOfDirectory(at: url, includingPropertiesForKeys: nil)
            .sorted { $0.path < $1.path }
    }
}
