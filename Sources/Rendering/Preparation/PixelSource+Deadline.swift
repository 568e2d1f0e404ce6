import Pixels

extension PixelSource {
    /// Returns the pixels in memory, as `storage` does. This may decode a whole file, so a rendering with a deadline
    /// stops waiting for it when the deadline passes.
    func storageWithinDeadline() throws -> PixelView? {
        guard WorkMeter.current?.deadline != nil else { return storage }
        return try DetachedWork.run { [self] in storage }
    }
}
