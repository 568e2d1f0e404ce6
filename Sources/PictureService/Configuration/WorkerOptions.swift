import PictureWorker

/// How pictures are processed.
package struct WorkerOptions: Decodable, Hashable, Sendable {
    /// Pictures processed at a time. Nil for as many as there are cores and memory for.
    package var jobs: Int?
    /// Threads that compute each picture. Nil to divide the cores among the jobs.
    package var threads: Int?
    /// The memory for all pictures together, in bytes. Nil for half of the machine's.
    package var memory: Int?
    /// The most pixels of a picture. Nil for the default of the readers of files.
    package var pixelLimit: Int?
    /// Whether each picture is processed in a sandboxed process.
    package var isIsolated = true

    private enum Key: String, CodingKey, CaseIterable {
        case jobs, threads, memory, isolate
        case pixelLimit = "pixel_limit"
    }

    package init() {}

    package init(from decoder: any Decoder) throws {
        let fields = try RequestField.container(of: decoder, Key.self, "options such as {\"memory\": \"2G\"}")
        jobs = try fields.integer(.jobs, in: 1...256)
        threads = try fields.integer(.threads, in: 1...1024)
        memory = try fields.bytes(.memory, atLeast: WorkerSettings.leastMemory)
        pixelLimit = try fields.pixels(.pixelLimit)
        isIsolated = try fields.decodeIfPresent(Bool.self, forKey: .isolate) ?? isIsolated
    }

    /// The settings of the worker.
    package func settings(_ limits: ServiceLimits) -> WorkerSettings {
        var settings = WorkerSettings(slots: jobs, memory: memory, threads: threads)
        settings.pixelLimit = pixelLimit
        settings.deadline = limits.deadline
        settings.queueLength = settings.slots + limits.queue
        return settings
    }
}
