/// What is read from a file.
package struct ReadingRequest: Codable, Hashable, Sendable {
    /// What happens at a damaged frame or packet.
    ///
    /// A frame is damaged if the demuxer or the decoder reports an error in its packet, or in one from the last good
    /// key frame to it, in the order of decoding. Formats without checksums can contain damage that nothing reports:
    /// H.264, HEVC and MPEG-2 decode many wrong bytes to wrong pixels, and packets of a transport stream have no
    /// checksum. Such frames count as good. The outcome is the same in every run.
    package enum DamagePolicy: String, Codable, Sendable {
        /// Reading ends with an error.
        case stop
        /// Frames are left out until the next one that is decodable without the damaged ones, and counted.
        case skip
    }

    /// The stream that is decoded to frames, or nil for none.
    package var decodedStream: Int?
    /// The streams whose packets are passed on as they are.
    package var copiedStreams: [Int]
    /// The time of the first frame: reading begins with the frame that is shown at this time. Packets of copied streams
    /// begin with the first one that ends after this time. Nil for the start of the file.
    package var start: RationalTime?
    /// Whether packets before ``start`` are passed on, too: from the last packet of the first copied stream on that is
    /// decodable by itself, as far as the file can be read from there, or else from its start.
    package var keepsEarlierPackets = false
    /// Whether only frames are decoded that need no others, as for thumbnails. Reading then begins with the last such
    /// frame that isn't after ``start``.
    package var onlyKeyFrames: Bool
    /// What happens at a damaged frame.
    package var damagePolicy: DamagePolicy
    /// The number of threads that decode; 0 for one for each processor.
    package var threads: Int

    /// Creates a request.
    package init(
        decodedStream: Int?, copiedStreams: [Int] = [], start: RationalTime? = nil, onlyKeyFrames: Bool = false,
        damagePolicy: DamagePolicy = .stop, threads: Int = 0
    ) {
        (self.decodedStream, self.copiedStreams, self.start) = (decodedStream, copiedStreams, start)
        (self.onlyKeyFrames, self.damagePolicy, self.threads) = (onlyKeyFrames, damagePolicy, threads)
    }
}

/// A worker's request for memory for frames.
package struct RingRequest: Codable, Hashable, Sendable {
    /// The number of the ring, from 0.
    package var ring: UInt32
    /// What the frames are.
    package var format: FrameFormat

    /// Creates a request.
    package init(ring: UInt32, format: FrameFormat) { (self.ring, self.format) = (ring, format) }
}

/// A client's answer to a ``RingRequest``, sent with the memory.
package struct RingOffer: Codable, Hashable, Sendable {
    /// The number of the ring.
    package var ring: UInt32
    /// The number of slots.
    package var slots: Int

    /// Creates an answer.
    package init(ring: UInt32, slots: Int) { (self.ring, self.slots) = (ring, slots) }
}

/// Frames that were left out because of damage.
package struct DamageReport: Codable, Hashable, Sendable {
    /// The time of the damage, if it is known.
    package var time: RationalTime?
    /// The cause.
    package var cause: String

    /// Creates a report.
    package init(time: RationalTime?, cause: String) { (self.time, self.cause) = (time, cause) }
}

/// What a worker has done.
package struct SessionSummary: Codable, Hashable, Sendable {
    /// Frames that were decoded and passed on, or encoded.
    package var frames: Int64 = 0
    /// Packets that were passed on without decoding, or stored.
    package var packets: Int64 = 0
    /// Places at which frames were left out because of damage.
    package var damages: Int64 = 0
    /// Frames that were left out because of damage, as far as they could be counted.
    package var skippedFrames: Int64 = 0
    /// Packets before the first frame that is decodable by itself.
    package var undecodablePackets: Int64 = 0
    /// Bytes of a written file.
    package var bytes: Int64 = 0

    /// Creates an empty summary.
    package init() {}
}
