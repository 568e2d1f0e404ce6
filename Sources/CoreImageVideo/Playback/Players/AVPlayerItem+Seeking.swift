import CoreImageEssentials

extension AVPlayerItem {
    /// Makes the time jump. Times before the start or after the end become these.
    ///
    /// Frames that were read ahead are given up. The jump is exact.
    ///
    /// - Parameters:
    ///   - time: The new time; a number.
    ///   - completionHandler: Called once, on any thread: with true when the frame of the time has been read for all
    ///     outputs, with false if another seek took the place of this one, or the time isn't a number.
    public func seek(to time: CMTime, completionHandler: (@Sendable (Bool) -> Void)?) {
        guard time.isNumeric else {
            completionHandler?(false)
            return
        }
        jump(to: time, completion: completionHandler)
    }

    /// Makes the time jump; see `seek(to:completionHandler:)`. A frame is decoded exactly whatever the tolerances are,
    /// which must not be negative.
    public func seek(
        to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime, completionHandler: (@Sendable (Bool) -> Void)?
    ) {
        guard toleranceBefore >= .zero, toleranceAfter >= .zero else {
            completionHandler?(false)
            return
        }
        seek(to: time, completionHandler: completionHandler)
    }

    /// Makes the time jump, and waits for the frame. Returns false if another seek took the place of this one.
    public func seek(to time: CMTime) async -> Bool {
        await withCheckedContinuation { continuation in
            seek(to: time) { continuation.resume(returning: $0) }
        }
    }
}

extension AVPlayerItem {
    /// The outputs of the item.
    public var outputs: [AVPlayerItemOutput] { state.withLock { $0.outputs } }

    /// Adds an output. An output belongs to one item at a time: it is removed from another one.
    public func add(_ output: AVPlayerItemOutput) {
        guard let output = output as? AVPlayerItemVideoOutput else { return }
        let isNew = state.withLock { state in
            guard !state.outputs.contains(where: { $0 === output }) else { return false }
            state.outputs.append(output)
            return true
        }
        guard isNew else { return }
        output.attach(to: self)
        start(output, then: nil)
    }

    /// Removes an output. What it has read ahead is given up.
    public func remove(_ output: AVPlayerItemOutput) {
        guard let output = output as? AVPlayerItemVideoOutput else { return }
        state.withLock { $0.outputs.removeAll { $0 === output } }
        output.detach(from: self)
    }
}
