/// Zeroed memory that a rendering writes, and whose owner reads it when the rendering has ended.
final class PixelMemory: @unchecked Sendable {
    // Only one rendering writes the memory, and the owner waits for it.
    let base: UnsafeMutableRawPointer
    private let count: Int

    /// Allocates memory.
    init(count: Int) {
        self.count = count
        base = .allocate(byteCount: max(count, 1), alignment: 16)
        base.initializeMemory(as: UInt8.self, repeating: 0, count: max(count, 1))
    }

    deinit { base.deallocate() }

    /// A copy of the bytes.
    var bytes: [UInt8] { [UInt8](UnsafeRawBufferPointer(start: base, count: count)) }
}
