import CoreImageEssentials

/// The resource limits of an executable unit in its worker process.
///
/// If a unit exceeds a limit, its current call fails with a `CIPlugInFailure` that names the limit; the worker process
/// ends and is restarted when it is next needed.
public struct CIPlugInLimits: Sendable, Hashable {
    /// The maximum time for a filter to make its output image, or to compute a region of interest.
    public var callDuration: Duration
    /// The maximum time for a pixel processor to compute one rectangle.
    public var processingDuration: Duration
    /// The maximum time for loading the unit, including the start of its process.
    public var startDuration: Duration
    /// The maximum processor time for one call, summed over all threads of the unit.
    public var processorTime: Duration
    /// The maximum size of the address space that the unit adds to the worker's own, in bytes.
    public var memory: Int
    /// The maximum number of files open at once.
    public var openFiles: Int
    /// The maximum number of threads at once, including those that Swift and Dispatch start.
    public var threads: Int
    /// The maximum total size of the files in the unit's scratch folder, in bytes. If the folder is in memory, the
    /// limit is at most ``memory``.
    public var scratchSize: Int
    /// The maximum number of files in the unit's scratch folder.
    public var scratchFiles: Int
    /// The maximum size of a recipe that the unit returns, including bitmaps, in bytes.
    public var recipeSize: Int
    /// The maximum number of steps of a recipe that the unit returns.
    public var recipeSteps: Int

    /// Creates limits. The defaults suit ordinary units.
    public init(
        callDuration: Duration = .seconds(2), processingDuration: Duration = .seconds(20),
        startDuration: Duration = .seconds(10), processorTime: Duration = .seconds(10), memory: Int = 1 << 30,
        openFiles: Int = 64, recipeSize: Int = 64 << 20, recipeSteps: Int = 20_000, threads: Int = 256,
        scratchSize: Int = 512 << 20, scratchFiles: Int = 1024
    ) {
        (self.callDuration, self.processingDuration, self.startDuration) = (
            callDuration, processingDuration, startDuration
        )
        (self.processorTime, self.memory, self.openFiles) = (processorTime, memory, openFiles)
        (self.recipeSize, self.recipeSteps) = (recipeSize, recipeSteps)
        (self.threads, self.scratchSize, self.scratchFiles) = (threads, scratchSize, scratchFiles)
    }
}
