import ChildProcesses
import Dispatch
import Foundation
import Sandboxing
import Synchronization
import VideoExchange

/// A `coreimage-video-worker` that has been started, and waits for its task. It ends with the last reference.
final class StartedVideoWorker: Sendable {
    let channel: MessageChannel
    let process: ProcessHandle
    let page: StatusPage
    let errorOutput: ProcessErrorOutput

    /// Starts a program. Throws `SharedMemoryError`, or the system's error.
    init(executable: URL) throws {
        let (own, worker) = try FileDescriptor.socketPair()
        let null = try FileDescriptor.null()
        let errors = try FileDescriptor.pipe()
        errorOutput = ProcessErrorOutput(errors.reading)
        page = try StatusPage()
        // In the order of WorkerTask.Descriptors.
        let files = [null, null, errors.writing, page.descriptor, worker]
        process = try withExtendedLifetime(files) {
            try ProcessHandle.start(executable.path, environment: Self.environment, files: files.map(\.number))
        }
        channel = MessageChannel(own, acceptsFiles: false)
    }

    deinit { process.kill() }

    /// Variables that the program needs to load its libraries. Others, which may hold secrets, aren't passed on.
    private static var environment: [String] {
        let own = ProcessInfo.processInfo.environment
        return ["LD_LIBRARY_PATH", "LANG", "LC_ALL"].compactMap { name in own[name].map { "\(name)=\($0)" } }
            + ["HOME=/", "SWIFT_BACKTRACE=enable=no", "MALLOC_ARENA_MAX=4"]
    }

    // MARK: In advance

    private static let waiting = Mutex<StartedVideoWorker?>(nil)

    /// Starts a worker on another thread, for the next file that is written. Loading FFmpeg's libraries takes as long
    /// as several frames, during which the input can be opened. If it can't be started, the writer says why.
    static func startInAdvance() {
        DispatchQueue.global().async {
            waiting.withLock { waiting in
                guard waiting == nil, let executable = try? VideoWorkerExecutable.find(for: "") else { return }
                waiting = try? StartedVideoWorker(executable: executable)
            }
        }
    }

    /// Returns the worker that was started in advance, if there is one.
    static func takeWaiting() -> StartedVideoWorker? {
        waiting.withLock { waiting in
            defer { waiting = nil }
            return waiting
        }
    }
}
