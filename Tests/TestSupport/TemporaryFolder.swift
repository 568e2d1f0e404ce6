import Foundation

/// Runs a test in a new folder, which is removed afterwards.
///
/// - Parameter body: The test, with the folder's path.
package func withTemporaryFolder<Result>(_ body: (String) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("coreimage-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder.path)
}
