import Sandboxing
import Synchronization
import VideoExchange

/// The memory that a worker fills with frames of one format, and the slots that frames of this process still use.
final class SharedFrames: Sendable {
    /// Slots of a ring. With fewer than two, a worker couldn't decode the next frame while one is used.
    private static let slotRange = 2...8

    let number: UInt32
    let format: FrameFormat
    let ring: FrameRing
    private let used = Mutex<Set<UInt32>>([])
    private let process: VideoWorkerProcess

    /// Creates memory for frames, as many as fit into the limit.
    init(
        _ request: RingRequest, _ layout: VideoFrameLayout, _ process: VideoWorkerProcess
    ) throws(SharedMemoryError) {
        (number, format, self.process) = (request.ring, request.format, process)
        let fitting = process.limits.frameMemory / layout.byteCount
        let slots = min(max(fitting, Self.slotRange.lowerBound), Self.slotRange.upperBound)
        ring = try FrameRing(layout: layout, slots: slots, workersMayWrite: true)
    }

    /// Notes that a slot is used.
    ///
    /// - Returns: Whether it is the last one but one or more are free; nil if the slot doesn't exist or is used
    ///   already.
    func take(_ slot: UInt32) -> Bool? {
        guard slot < UInt32(ring.slots) else { return nil }
        return used.withLock { used in
            guard used.insert(slot).inserted else { return nil }
            return used.count < ring.slots
        }
    }

    /// Lets the worker fill a slot again.
    func release(_ slot: UInt32) {
        _ = used.withLock { $0.remove(slot) }
        process.sendAtOnce(.release, SlotMessage(ring: number, slot: slot).bytes)
    }
}
