import Foundation
import PictureBatches
import SystemResources

/// The options of a worker.
package struct WorkerSettings: Codable, Sendable {
    /// The number of jobs done at a time.
    package var slots: Int
    /// The memory for all jobs together, in bytes.
    package var memory: Int
    /// The number of threads that compute each picture.
    package var threads: Int
    /// The most pixels of a picture. Nil for the default of the readers of files.
    package var pixelLimit: Int?
    /// The folder in which recipes may read pictures. Nil for none.
    package var recipeFolder: String?
    /// The deadline in seconds of a job that states none. Nil for no deadline.
    package var deadline: Double?
    /// Whether pictures that are only shown smaller may be decoded at a fraction of their size.
    package var decodesReduced = true
    /// Whether this process can open no files.
    package var isIsolated = false
    /// The most jobs that wait. Nil for four for each slot, but at least 64.
    package var queueLength: Int?
    /// The longest line of a client, in bytes.
    package var lineLimit = 1 << 20

    /// The least memory of a job.
    package static let leastMemory = 64 << 20

    /// Creates settings that suit the machine where nil is given.
    package init(slots: Int? = nil, memory: Int? = nil, threads: Int? = nil) {
        let cores = ProcessInfo.processInfo.activeProcessorCount
        self.memory = memory ?? SystemMemory.available / 2
        self.slots = slots ?? max(1, min(cores, self.memory / (4 * Self.leastMemory)))
        self.threads = threads ?? max(1, cores / self.slots)
    }

    /// The memory that a rendering may use, in bytes. It is the same for each job, so that its result can't depend on
    /// other jobs.
    var renderingMemory: Int { max(16 << 20, memory / (2 * slots)) }
}
