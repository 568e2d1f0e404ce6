/// The purposes of messages between a client and its worker.
package enum MessageKind: UInt16, Sendable {
    /// Client to worker, the first message: ``WorkerTask`` as JSON.
    case orders = 1
    /// Worker to client: it is sandboxed. `SandboxOrders.Answer` as JSON.
    case ready
    /// Worker to client: why it can't be sandboxed, as text. It ends.
    case refusal
    /// Worker to client: why it can't continue. ``WorkerProblem`` as JSON. It ends.
    case problem

    /// Worker to client: what the file is. ``VideoFileDescription`` as JSON.
    case description = 16
    /// Client to worker: what is read from where. ``ReadingRequest`` as JSON. Ends an earlier reading.
    case begin
    /// Worker to client: what the following frames are. ``RingRequest`` as JSON. The worker waits for `ring`.
    case format
    /// Worker to client: a slot holds a frame. ``FrameMessage``.
    case frame
    /// Worker to client, or client to worker: a packet that isn't decoded. ``MediaPacket``.
    case packet
    /// Worker to client: frames were left out. ``DamageReport`` as JSON.
    case damage
    /// Worker to client: all has been read, or the file is complete. ``SessionSummary`` as JSON.
    case end

    /// Worker to client: the encoders have been opened. ``WritingAnswer`` as JSON.
    case accepted = 32
    /// Client to worker: no further frames and packets follow.
    case finish
    /// Worker to client, while it finishes: it works. No body.
    case progress

    /// Client to worker: memory for frames, with a descriptor. ``RingOffer`` as JSON.
    case ring = 48
    /// The receiver of a frame doesn't need its slot any more. ``SlotMessage``.
    case release
}
