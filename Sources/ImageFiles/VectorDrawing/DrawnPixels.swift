import Foundation

/// Pixels of a drawing, which nothing changes once they are drawn.
final class DrawnPixels: @unchecked Sendable {
    let bytes: UnsafeMutableRawPointer
    let byteCount: Int

    /// Memory of undefined bytes; nil when the system has none left.
    init?(byteCount: Int) {
        guard let bytes = malloc(max(1, byteCount)) else { return nil }
        (self.bytes, self.byteCount) = (bytes, byteCount)
    }

    deinit { free(bytes) }
}
