import Foundation

/// Clips of three frames of 16 × 16 pixels that encoders have made: the seeds of the fuzz target `video-files`.
enum VideoClips {
    private static let folder = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in
        url.deletingLastPathComponent()
    }
    .appendingPathComponent("Fuzz/Corpus/video-files")

    /// Returns the bytes of a clip.
    static func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
    }
}
