import Foundation

/// A folder for a test's files, which is deleted with the object.
final class TemporaryFolder {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("coreimage-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: url) }

    func file(_ name: String) -> URL { url.appendingPathComponent(name) }
}
