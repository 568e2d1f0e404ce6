import CoreImageEssentials

extension AVPlayer {
    /// Makes the time of the item jump; see ``AVPlayerItem/seek(to:completionHandler:)``.
    public func seek(to time: CMTime) { seek(to: time, completionHandler: { _ in }) }

    /// Makes the time of the item jump. Without an item, the handler is called with false.
    public func seek(to time: CMTime, completionHandler: @escaping @Sendable (Bool) -> Void) {
        guard let item = currentItem else { return completionHandler(false) }
        item.seek(to: time, completionHandler: completionHandler)
    }

    /// Makes the time of the item jump. A frame is decoded exactly whatever the tolerances are.
    public func seek(to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime) {
        seek(to: time, toleranceBefore: toleranceBefore, toleranceAfter: toleranceAfter, completionHandler: { _ in })
    }

    /// Makes the time of the item jump. A frame is decoded exactly whatever the tolerances are, which must not be
    /// negative. Without an item, the handler is called with false.
    public func seek(
        to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime,
        completionHandler: @escaping @Sendable (Bool) -> Void
    ) {
        guard let item = currentItem else { return completionHandler(false) }
        item.seek(
            to: time, toleranceBefore: toleranceBefore, toleranceAfter: toleranceAfter,
            completionHandler: completionHandler)
    }

    /// Makes the time of the item jump, and waits for the frame. Returns false if another seek took the place of this
    /// one, or there is no item.
    public func seek(to time: CMTime) async -> Bool { await currentItem?.seek(to: time) ?? false }
}
