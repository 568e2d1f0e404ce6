/// The decoded pixels of a whole picture in memory, in contiguous rows from the top down. They don't change.
struct DecodedPixels: @unchecked Sendable {
    /// The first byte of the top row.
    let bytes: UnsafeRawPointer
    /// Keeps the bytes in memory.
    let owner: AnyObject
}
