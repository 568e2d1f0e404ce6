import Foundation

/// Memory for the pixels of a picture. They don't change after they are decoded or drawn.
final class PixelMemory: @unchecked Sendable {
    let bytes: UnsafeMutableRawPointer
    let byteCount: Int

    /// Allocates memory with undefined contents; nil if the system has none left.
    init?(byteCount: Int) {
        guard let bytes = malloc(max(1, byteCount)) else { return nil }
        (self.bytes, self.byteCount) = (bytes, byteCount)
    }

    deinit { free(bytes) }
}
