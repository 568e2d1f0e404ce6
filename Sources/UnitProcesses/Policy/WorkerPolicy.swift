import Foundation
import Sandboxing

/// The resources that a worker may use. Everything else is forbidden.
package struct WorkerPolicy: Hashable, Sendable {
    /// Files and folders, including their contents, that the worker may read. It may always read the system's
    /// libraries, fonts, locales and time zones.
    package var readable: [URL]
    /// Bytes of address space that the worker may map, in addition to its address space at the start and to memory
    /// shared by the host.
    package var addressSpace = 1 << 30
    /// Processor time that a call may use, for all threads together. Rounded up to whole seconds.
    package var processorTime = Duration.seconds(10)
    /// The default time limit of a call.
    package var callDeadline = Duration.seconds(10)
    /// The time limit for starting the worker, and for its reply to the set-up request.
    package var startDeadline = Duration.seconds(10)
    /// The number of files that the worker may have open at once.
    package var openFiles = 64
    /// The maximum size of a file in the scratch folder, in bytes.
    package var fileSize = 64 << 20
    /// The maximum size of a reply, in bytes.
    package var replyLimit = 64 << 20
    /// The number of calls that the worker serves concurrently, each on its own thread; at least 1.
    package var channels = 4
    /// The maximum number of threads, including those that the runtime starts.
    package var threads = 256
    /// The maximum total size of the files in the scratch folder, in bytes.
    package var scratchSize = 512 << 20
    /// The maximum number of files in the scratch folder.
    package var scratchFiles = 1024
    /// Whether the worker may run without Landlock, the kernel's access control for files.
    package var landlock = LandlockUse.standard
    /// The newest version of Landlock to use. Tests lower it to emulate older kernels.
    package var newestLandlock = Int32.max
    /// Whether a control group limits the threads, if the system lets this process create one. Tests disable it to
    /// cover the fallback.
    package var usesControlGroup = true
    /// The parent of the scratch folder; nil for the folder for temporary files.
    package var scratchParent: URL?

    /// Creates a policy with the default limits and the given readable files and folders.
    package init(readable: [URL] = []) { self.readable = readable }
}
