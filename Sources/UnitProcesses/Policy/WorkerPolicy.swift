import Foundation

/// What a worker may use. Everything else is closed to it.
public struct WorkerPolicy: Hashable, Sendable {
    /// Files and folders with all they hold that it may read, besides the system's libraries, fonts, locales and time zones.
    public var readable: [URL]
    /// Bytes of memory that it may map beyond what it had when it started, besides memory that the host shares with it.
    public var addressSpace = 1 << 30
    /// Processor time, of all its threads together, that a call may use; whole seconds, rounded up.
    public var processorTime = Duration.seconds(10)
    /// How long a call may take when it doesn't say otherwise.
    public var callDeadline = Duration.seconds(10)
    /// How long it may take to start, and to answer the set-up.
    public var startDeadline = Duration.seconds(10)
    /// Files that it may have open at once.
    public var openFiles = 64
    /// Bytes that a file in its scratch folder may have.
    public var fileSize = 256 << 20
    /// Bytes that a reply may have.
    public var replyLimit = 64 << 20
    /// Calls that it serves at once, each on a thread of its own, at least 1.
    public var channels = 4
    /// Whether Landlock is used where the kernel has it. Only tests of what is left without it turn it off.
    package var usesLandlock = true

    /// The defaults, with what may be read.
    public init(readable: [URL] = []) { self.readable = readable }
}
