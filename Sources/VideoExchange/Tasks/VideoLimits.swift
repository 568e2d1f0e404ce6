/// What a file may demand, and what a worker may use. A file beyond a limit is refused with an error that names it.
package struct VideoLimits: Hashable, Sendable, Codable {
    /// Pixels of a frame.
    package var pixels = 1 << 27
    /// Streams of a file.
    package var streams = 64
    /// Chapters of a file.
    package var chapters = 4096
    /// Bytes of a packet that isn't decoded.
    package var packetBytes = 64 << 20
    /// Bytes of texts and codec data that describe a file.
    package var descriptionBytes = 2 << 20
    /// Bytes that are read to find out what a file contains.
    package var probeBytes = 32 << 20
    /// Packets that are read without a frame as a result.
    package var packetsWithoutFrame = 100_000
    /// Bytes of address space that a worker may use in addition to that at its start.
    package var memory = 6 << 30
    /// Bytes of memory for frames that are shared with a worker.
    package var frameMemory = 256 << 20
    /// Processor time that a worker may use without any result.
    package var processorTime = Duration.seconds(60)
    /// Time that a worker may take without any result. It isn't limited while a worker waits for a pipe.
    package var time = Duration.seconds(120)
    /// The time limit for starting a worker.
    package var startTime = Duration.seconds(20)

    /// Creates the default limits.
    package init() {}
}
