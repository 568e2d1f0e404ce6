import CoreImageEssentials

/// What an output tells a program that stops its display link while nothing changes.
public protocol AVPlayerItemOutputPullDelegate: AnyObject {
    /// There are new frames, or will be. Called once for each call of
    /// ``AVPlayerItemVideoOutput/requestNotificationOfMediaDataChange(withAdvanceInterval:)``.
    func outputMediaDataWillChange(_ sender: AVPlayerItemOutput)

    /// What was read ahead has been given up, because the time has jumped or frames are filtered in another way.
    func outputSequenceWasFlushed(_ output: AVPlayerItemOutput)
}

extension AVPlayerItemOutputPullDelegate {
    /// Does nothing.
    public func outputMediaDataWillChange(_ sender: AVPlayerItemOutput) {}

    /// Does nothing.
    public func outputSequenceWasFlushed(_ output: AVPlayerItemOutput) {}
}

/// A delegate, and whether it waits for new frames.
struct PullDelegation: @unchecked Sendable {
    // Programs call it from any thread, and the queue that they pass with it orders these calls.
    private(set) weak var delegate: (any AVPlayerItemOutputPullDelegate)?
    private(set) var queue: DispatchQueue?
    var isWaiting = false

    init(_ delegate: (any AVPlayerItemOutputPullDelegate)? = nil, queue: DispatchQueue? = nil) {
        (self.delegate, self.queue) = (delegate, queue)
    }

    /// Calls the delegate on its queue, or here if there is none.
    func call(_ body: @escaping @Sendable (any AVPlayerItemOutputPullDelegate) -> Void) {
        guard let queue else {
            if let delegate { body(delegate) }
            return
        }
        queue.async { if let delegate { body(delegate) } }
    }
}

extension AVPlayerItemVideoOutput {
    /// Sets who is told about new frames.
    ///
    /// - Parameters:
    ///   - delegate: Not retained.
    ///   - delegateQueue: The queue on which the delegate is called; nil for any thread.
    public func setDelegate(_ delegate: (any AVPlayerItemOutputPullDelegate)?, queue delegateQueue: DispatchQueue?) {
        let delegation = PullDelegation(delegate, queue: delegateQueue)
        state.withLock { $0.delegation = delegation }
    }

    /// The delegate.
    public var delegate: (any AVPlayerItemOutputPullDelegate)? { state.withLock { $0.delegation }.delegate }

    /// The queue on which the delegate is called.
    public var delegateQueue: DispatchQueue? { state.withLock { $0.delegation }.queue }

    /// Makes the output call `outputMediaDataWillChange(_:)` once, when there are new frames: when the item plays, or
    /// when the first frame after a seek or a change of the composition has been read.
    ///
    /// Programs call it before they stop their display link, and start that again when they are told.
    ///
    /// - Parameter interval: How long before the new frames the delegate should be called, in seconds. It is called as
    ///   soon as possible, whatever the interval is.
    public func requestNotificationOfMediaDataChange(withAdvanceInterval interval: TimeInterval) {
        state.withLock { $0.delegation.isWaiting = true }
        guard let item else { return }
        let isPlaying = (item.timebase?.rate ?? 0) != 0
        if isPlaying || hasNewPixelBuffer(forItemTime: item.currentTime()) { announceChange() }
    }

    /// Tells the delegate about new frames, if it waits for that.
    func announceChange() {
        let delegation = state.withLock { state in
            defer { state.delegation.isWaiting = false }
            return state.delegation
        }
        if delegation.isWaiting { delegation.call { [self] in $0.outputMediaDataWillChange(self) } }
    }

    /// Tells the delegate that frames which were read ahead have been given up.
    func announceFlush() {
        let delegation = state.withLock { $0.delegation }
        delegation.call { [self] in $0.outputSequenceWasFlushed(self) }
    }
}
