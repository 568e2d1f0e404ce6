import Foundation
import VideoExchange

/// A worker's view of the memory for frames: which slots it may fill.
final class FrameSlots {
    private static let slotLimit = 256

    private let link: WorkerLink
    private var ring: FrameRing?
    private var number: UInt32 = 0
    private var hasRing = false
    private var free: [UInt32] = []
    private(set) var format: FrameFormat?

    init(_ link: WorkerLink) { self.link = link }

    /// Begins another reading, which has memory of its own.
    func restart() { (ring, free, format) = (nil, [], nil) }

    /// Makes memory available for frames of a format. Sends the format to the client if it differs from the last one.
    ///
    /// - Parameter other: Called with other messages while this object waits for memory. It returns whether to give up.
    /// - Returns: False if waiting was given up.
    func prepare(
        _ format: FrameFormat, generation: UInt32, other: (Message) -> Bool
    ) throws(WorkerProblem) -> Bool {
        guard format != self.format || ring == nil else { return true }
        guard let layout = format.layout else {
            throw WorkerProblem(
                .limit,
                "a frame has \(format.width) × \(format.height) pixels, above the limit of \(VideoFrameLayout.maximumSide) a side"
            )
        }
        if hasRing { number += 1 }
        hasRing = true
        (ring, free, self.format) = (nil, [], format)
        link.send(.format, generation: generation, json: RingRequest(ring: number, format: format))
        while ring == nil {
            let message = link.receive()
            guard message.header.kind == .ring else {
                if take(message) || !other(message) { continue }
                return false
            }
            try accept(message, layout)
        }
        return true
    }

    private func accept(_ message: Message, _ layout: VideoFrameLayout) throws(WorkerProblem) {
        let offer = link.value(RingOffer.self, of: message)
        // The answer to a format of a reading that has ended.
        guard offer.ring == number else { return }
        guard let file = message.files.first, (1...Self.slotLimit).contains(offer.slots),
            let ring = try? FrameRing(received: file, layout: layout, slots: offer.slots)
        else { throw WorkerProblem(.limit, "the memory for frames can't be mapped") }
        self.ring = ring
        free = (0..<UInt32(offer.slots)).reversed()
    }

    /// Handles a message about slots. Returns whether it is one.
    func take(_ message: Message) -> Bool {
        switch message.header.kind {
        case .release:
            if let slot = SlotMessage(message.body), slot.ring == number, let ring, slot.slot < UInt32(ring.slots),
                !free.contains(slot.slot)
            {
                free.append(slot.slot)
            }
            return true
        case .ring: return true
        default: return false
        }
    }

    /// Waits for a free slot.
    ///
    /// - Parameter other: Called with other messages. It returns whether to give up.
    /// - Returns: Nil if waiting was given up.
    func next(other: (Message) -> Bool) -> UInt32? {
        while link.hasMessage || free.isEmpty {
            let message = link.receive()
            if !take(message), other(message) { return nil }
        }
        return free.popLast()
    }

    /// Calls `body` with the memory of a slot.
    func withSlot<Result>(_ slot: UInt32, _ body: (UnsafeMutableRawBufferPointer, VideoFrameLayout) -> Result) -> Result
    {
        guard let ring else { preconditionFailure("Slots come from a ring.") }
        return ring.withUnsafeMutableBytes(of: Int(slot)) { body($0, ring.layout) }
    }

    /// The number of the ring.
    var ringNumber: UInt32 { number }
}
