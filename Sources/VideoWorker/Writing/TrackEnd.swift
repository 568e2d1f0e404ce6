import CFFmpeg

/// Makes the last packet of a track of MP4 last until the last frame ends.
///
/// MP4 stores how long after each packet the next one is decoded. The duration of the track is the sum of these, and so
/// depends on the last packet's alone: if frames aren't stored in the order in which they are shown, and their
/// durations differ, the last packet isn't for the last frame, and is decoded at another distance from the time at
/// which it is shown.
struct TrackEnd {
    private var firstDecoding: Int64?
    private var firstOffset: Int64 = 0
    private var start: Int64 = .max
    private var lastTime: Int64 = .min
    /// The time at which the last frame ends; nil if its duration isn't known.
    private var end: Int64?

    /// Notes a packet, in the order of decoding.
    mutating func note(_ packet: AVPacket) {
        guard packet.pts != coreimage_no_time, packet.dts != coreimage_no_time else { return }
        if firstDecoding == nil { (firstDecoding, firstOffset) = (packet.dts, packet.pts - packet.dts) }
        start = min(start, packet.pts)
        guard packet.pts > lastTime else { return }
        lastTime = packet.pts
        end = packet.duration > 0 ? packet.pts + packet.duration : nil
    }

    /// Changes the duration of the last packet in the order of decoding, and if it is decoded too early for that, its
    /// decoding time.
    func complete(_ packet: UnsafeMutablePointer<AVPacket>) {
        guard let firstDecoding, let end, packet.pointee.dts != coreimage_no_time else { return }
        // The packet ends when the track does, also if it counts from the time at which it is shown.
        packet.pointee.dts = max(packet.pointee.dts, packet.pointee.pts - firstOffset)
        let duration = end - start - (packet.pointee.dts - firstDecoding)
        if duration > 0 { packet.pointee.duration = duration }
    }
}
