import Pixels

extension PixelSource {
    /// The pixels in memory, as `storage`, for which a file may be decoded as a whole: a rendering with a deadline doesn't wait for that longer
    /// than it may take.
    func storageInTime() throws -> PixelView? {
        guard WorkMeter.current?.deadline != nil else { return storage }
        return try DetachedWork.run { [self] in storage }
    }
}
