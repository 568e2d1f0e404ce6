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
    /// Bytes that one file in its scratch folder may have.
    public var fileSize = 64 << 20
    /// Bytes that a reply may have.
    public var replyLimit = 64 << 20
    /// Calls that it serves at once, each on a thread of its own, at least 1.
    public var channels = 4
    /// Threads that it may have at once, those that the runtime starts by itself included.
    public var threads = 256
    /// Bytes that all files in its scratch folder may have together.
    public var scratchSize = 512 << 20
    /// Files that its scratch folder may hold.
    public var scratchFiles = 1024
    /// Whether it may run without Landlock, the kernel's guard over files.
    public var landlock = LandlockUse.standard
    /// The newest version of Landlock to use. Only tests of what older kernels have lower it.
    package var newestLandlock = Int32.max
    /// Whether a control group counts threads where the system lets this process make one. Only tests of what is left without it turn it
    /// off.
    package var usesControlGroup = true
    /// Where its scratch folder is made; nil for the folder for temporary files.
    package var scratchParent: URL?

    /// The defaults, with what may be read.
    public init(readable: [URL] = []) { self.readable = readable }
}
