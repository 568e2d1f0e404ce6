import CFFmpeg
import VideoExchange

/// A frame for an encoder whose samples are in a slot. The client may use the slot again when the encoder has released
/// its last reference to them, which can happen on any thread.
struct SlotFrame {
    /// Releases a slot when FFmpeg frees a buffer.
    private final class Lease: Sendable {
        private let ring: FrameRing
        private let link: WorkerLink
        private let slot: SlotMessage

        init(_ ring: FrameRing, _ link: WorkerLink, _ slot: SlotMessage) {
            (self.ring, self.link, self.slot) = (ring, link, slot)
        }

        deinit { link.send(.release, slot.bytes) }
    }

    /// The frame, which the caller frees.
    let frame: UnsafeMutablePointer<AVFrame>?

    init(_ ring: FrameRing, _ message: FrameMessage, _ link: WorkerLink) throws(WorkerProblem) {
        guard let frame = av_frame_alloc() else { throw .memory }
        let lease = Lease(ring, link, SlotMessage(ring: message.ring, slot: message.slot))
        // The ring is alive as long as the lease, so the address outlives the closure.
        let start = ring.withUnsafeBytes(of: Int(message.slot)) { UnsafeMutableRawPointer(mutating: $0.baseAddress!) }
        let bytes = start.assumingMemoryBound(to: UInt8.self)
        let owner = Unmanaged.passRetained(lease)
        let buffer = av_buffer_create(
            bytes, ring.layout.byteCount,
            { owner, _ in
                if let owner { Unmanaged<Lease>.fromOpaque(owner).release() }
            }, owner.toOpaque(), AV_BUFFER_FLAG_READONLY)
        guard let buffer else {
            owner.release()
            var unused: UnsafeMutablePointer<AVFrame>? = frame
            av_frame_free(&unused)
            throw .memory
        }
        frame.pointee.buf.0 = buffer
        frame.pointee.width = Int32(ring.layout.width)
        frame.pointee.height = Int32(ring.layout.height)
        frame.pointee.pts = message.time
        coreimage_set_frame_duration(frame, message.duration)
        if message.flags.contains(.key) { frame.pointee.pict_type = AV_PICTURE_TYPE_I }
        withUnsafeMutableBytes(of: &frame.pointee.data) { data in
            let pointers = data.bindMemory(to: UnsafeMutablePointer<UInt8>?.self)
            for (index, plane) in ring.layout.planes.enumerated() { pointers[index] = bytes + plane.offset }
        }
        withUnsafeMutableBytes(of: &frame.pointee.linesize) { sizes in
            let numbers = sizes.bindMemory(to: Int32.self)
            for (index, plane) in ring.layout.planes.enumerated() { numbers[index] = Int32(plane.bytesPerRow) }
        }
        self.frame = frame
    }
}
