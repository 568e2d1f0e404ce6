import VideoExchange

/// Memory for a frame that will be encoded, shared with the worker.
///
/// It may be filled on any thread, or on several. Without ``VideoFileWriter/append(_:time:duration:isKeyFrame:)`` it is
/// given back when its last reference is released.
package final class WritableVideoFrame: Sendable {
    /// The number of the stream.
    package let stream: Int
    /// Where the samples go.
    package let layout: VideoFrameLayout
    let slot: UInt32
    /// The number of the frame, which tells it from other frames in the slot.
    let number: UInt64
    private let slots: EncoderSlots

    init(stream: Int, slot: UInt32, number: UInt64, _ slots: EncoderSlots) {
        (self.stream, self.slot, self.number, self.slots) = (stream, slot, number, slots)
        layout = slots.ring.layout
    }

    deinit { slots.abandon(slot, frame: number) }

    /// Calls `body` with all planes, as ``layout`` describes them. The memory is valid only during the call and has
    /// arbitrary contents at first. Bytes between the samples of rows have no effect.
    package func withUnsafeMutableBytes<Result, Failure: Error>(
        _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try slots.ring.withUnsafeMutableBytes(of: Int(slot), body)
    }
}
