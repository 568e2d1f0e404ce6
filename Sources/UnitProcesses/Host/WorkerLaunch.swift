import ChildProcesses
import Foundation
import Glibc
import Sandboxing
import ScratchFolders

/// The parts of a started worker: its process, its scratch folder, its output, and its channels.
struct WorkerLaunch {
    let process: ProcessHandle
    let page: StatusPage
    let errorOutput: ProcessErrorOutput
    let scratch: ScratchFolder
    let channels: [HostChannel]
    /// The control group that limits its threads, if the system allows this process to create one.
    let threads: ThreadGroup?

    /// Starts the program, which then waits for its orders.
    init(_ executable: URL, _ policy: WorkerPolicy) throws(WorkerFailure) {
        do {
            // The worker can create only files in it, because Landlock allows nothing else there.
            scratch = try ScratchFolder(
                name: "coreimage-worker", in: policy.scratchParent ?? FileManager.default.temporaryDirectory)
            let null = try FileDescriptor.null()
            let errors = try FileDescriptor.pipe()
            errorOutput = ProcessErrorOutput(errors.reading)
            page = try StatusPage()
            var ends: [FileDescriptor] = []
            var own: [HostChannel] = []
            for _ in 0..<max(policy.channels, 1) {
                let (host, worker) = try FileDescriptor.socketPair()
                own.append(HostChannel(host, errorOutput))
                ends.append(worker)
            }
            channels = own
            // In the order of WorkerOrders.Descriptors.
            let files = [null, null, errors.writing, page.descriptor] + ends
            let environment = Self.environment(scratch.path)
            process = try withExtendedLifetime(files) {
                try ProcessHandle.start(executable.path, environment: environment, files: files.map(\.number))
            }
            // At this time the process has one thread and runs only Core Image's own code.
            threads =
                policy.usesControlGroup
                ? ThreadGroup.enclosing(process.identifier, threads: policy.threads) : nil
        } catch let failure as WorkerFailure {
            throw failure
        } catch let error as SharedMemoryError {
            throw .cannotShareMemory(bytes: error.bytes, reason: error.reason)
        } catch ProcessStartError.missingExecutable(let path) {
            throw .missingExecutable(path: path)
        } catch {
            throw .cannotStart(reason: "\(error)")
        }
    }

    func orders(_ policy: WorkerPolicy) -> WorkerOrders {
        var sandbox = SandboxOrders(
            addressSpace: policy.addressSpace, openFiles: policy.openFiles, fileSize: policy.fileSize,
            landlock: policy.landlock, newestLandlock: policy.newestLandlock)
        sandbox.readable = policy.readable.map(\.path)
        sandbox.scratch = scratch.path
        return WorkerOrders(sandbox: sandbox, channels: channels.count)
    }

    /// Returns the variables that a program needs to load its libraries and to find its locale and home folder. Other
    /// variables of this process, which may hold secrets, aren't passed on.
    private static func environment(_ scratch: String) -> [String] {
        let own = ProcessInfo.processInfo.environment
        let kept = ["LD_LIBRARY_PATH", "LANG", "LC_ALL", "TZ"].compactMap { name in own[name].map { "\(name)=\($0)" } }
        return kept + [
            "HOME=\(scratch)", "TMPDIR=\(scratch)",
            // On a crash the runtime would otherwise start a program that prints the backtrace.
            "SWIFT_BACKTRACE=enable=no",
            // Each arena of the C library reserves 64 MiB of the limited address space.
            "MALLOC_ARENA_MAX=2",
        ]
    }
}
