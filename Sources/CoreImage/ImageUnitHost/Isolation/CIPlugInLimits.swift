/// What an executable unit may use in its worker process.
///
/// A unit that goes beyond a limit fails the call that it was in, with a `CIPlugInFailure` that names the limit; its worker ends and is
/// started again when it is needed next.
public struct CIPlugInLimits: Sendable, Hashable {
    /// The longest that a filter may take to make its output image, or to answer for a region of interest.
    public var callDuration: Duration
    /// The longest that a pixel processor may take for one rectangle.
    public var processingDuration: Duration
    /// The longest that loading the unit may take, starting its process included.
    public var startDuration: Duration
    /// Processor time for one call, all threads of the unit together.
    public var processorTime: Duration
    /// Bytes of address space beyond what the worker has when it starts.
    public var memory: Int
    /// Files open at once.
    public var openFiles: Int
    /// Threads at once, those that Swift and Dispatch start by themselves included.
    public var threads: Int
    /// Bytes that all files in the unit's scratch folder may have together; where the folder is in memory, no more than ``memory``.
    public var scratchSize: Int
    /// Files in the unit's scratch folder.
    public var scratchFiles: Int
    /// Bytes of a recipe that the unit returns, bitmaps included.
    public var recipeSize: Int
    /// Steps of a recipe that the unit returns.
    public var recipeSteps: Int

    /// Limits; those left out have values for units that do nothing out of the ordinary.
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
