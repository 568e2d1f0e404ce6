import Foundation
import Glibc

/// Everything that belongs to a worker's process: the process itself, what it writes on, and the channels to it.
struct WorkerLaunch {
    let process: ProcessHandle
    let page: StatusPage
    let lastWords: LastWords
    let scratch: ScratchFolder
    let channels: [HostChannel]
    /// What counts its threads, where the system lets this process use it.
    let threads: ThreadGroup?

    /// Starts the program, which knows nothing yet and waits for its orders.
    init(_ executable: URL, _ policy: WorkerPolicy) throws(WorkerFailure) {
        do {
            scratch = try policy.scratchParent.map { try ScratchFolder(in: $0) } ?? ScratchFolder()
            let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
            guard nothing >= 0 else { throw SystemProblem("opening /dev/null") }
            let null = FileDescriptor(nothing)
            let words = try FileDescriptor.pipe()
            lastWords = LastWords(words.reading)
            page = try StatusPage()
            var ends: [FileDescriptor] = []
            var own: [HostChannel] = []
            for _ in 0..<max(policy.channels, 1) {
                let (host, worker) = try FileDescriptor.socketPair()
                own.append(HostChannel(host, lastWords))
                ends.append(worker)
            }
            channels = own
            // In the order of WorkerOrders.Descriptors.
            let files = [null, null, words.writing, page.descriptor] + ends
            let environment = Self.environment(scratch.path)
            process = try withExtendedLifetime(files) {
                try ProcessHandle.start(executable.path, environment: environment, files: files.map(\.number))
            }
            // Before it knows anything: it has one thread, and no code but ours.
            threads =
                policy.usesControlGroup
                ? ThreadGroup.enclosing(process.identifier, threads: policy.threads) : nil
        } catch let failure as WorkerFailure {
            throw failure
        } catch {
            throw .cannotStart(reason: "\(error)")
        }
    }

    func orders(_ policy: WorkerPolicy) -> WorkerOrders {
        WorkerOrders(
            readable: policy.readable.map(\.path), scratch: scratch.path, addressSpace: policy.addressSpace,
            openFiles: policy.openFiles, fileSize: policy.fileSize, channels: channels.count,
            landlock: policy.landlock,
            newestLandlock: policy.newestLandlock)
    }

    /// What a program needs to load its libraries and to know its language and home, and nothing that this process was told.
    private static func environment(_ scratch: String) -> [String] {
        let own = ProcessInfo.processInfo.environment
        let kept = ["LD_LIBRARY_PATH", "LANG", "LC_ALL", "TZ"].compactMap { name in own[name].map { "\(name)=\($0)" } }
        return kept + [
            "HOME=\(scratch)", "TMPDIR=\(scratch)",
            // The runtime would start a program to print the stack of a crash.
            "SWIFT_BACKTRACE=enable=no",
            // Each arena of the C library reserves 64 MiB of address space, which is limited.
            "MALLOC_ARENA_MAX=2",
        ]
    }
}
