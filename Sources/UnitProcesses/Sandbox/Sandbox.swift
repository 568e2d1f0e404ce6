import CSandbox
import Foundation
import Glibc

/// Closes this process in, for ever. It has to run before there is a second thread and before any foreign code is loaded.
enum Sandbox {
    /// - Parameters:
    ///   - statusPage: The open page that signal handlers write on.
    ///   - threadStacks: Bytes that the stacks of the server's own threads will take.
    static func enforce(
        _ orders: WorkerOrders, statusPage: Int32, threadStacks: Int
    ) throws -> WorkerOrders.Answer {
        let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count
        guard threads == 1 else { throw SandboxProblem.severalThreads(threads) }
        guard chdir(orders.scratch) == 0 else { throw SystemProblem("entering \(orders.scratch)") }
        try giveUpPrivileges()

        let landlock = try fileGuard(orders)

        let statm = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
        guard statm >= 0 else { throw SystemProblem("opening /proc/self/statm") }
        try SystemCallFilter.prepareHandler(landlock: landlock?.version)
        try installHandlers(statusPage: statusPage, statm: statm, mayWrite: landlock != nil)
        let addressSpace = try limitResources(orders, statm: statm, threadStacks: threadStacks)

        try landlock?.enforce()
        try SystemCallFilter.enforce(landlock: landlock?.version)
        return .init(
            protection: .init(landlockVersion: landlock.map { Int($0.version) }, systemCallFilter: true),
            addressSpaceLimit: addressSpace)
    }

    /// Ends with the host, can't be traced or dumped, and can't become anyone else.
    private static func giveUpPrivileges() throws(SystemProblem) {
        guard csandbox_prctl(Int32(CSANDBOX_SET_PARENT_DEATH_SIGNAL), UInt(SIGKILL)) == 0 else {
            throw SystemProblem("tying the worker to its host")
        }
        guard csandbox_prctl(Int32(CSANDBOX_SET_NO_NEW_PRIVILEGES), 1) == 0 else {
            throw SystemProblem("giving up new privileges")
        }
        guard csandbox_drop_capabilities() == 0 else { throw SystemProblem("giving up capabilities") }
        guard csandbox_prctl(Int32(CSANDBOX_SET_DUMPABLE), 0) == 0 else { throw SystemProblem("forbidding dumps") }
    }

    /// The rules about files; nil where the policy does without them.
    private static func fileGuard(_ orders: WorkerOrders) throws -> Landlock? {
        switch orders.landlock {
        case .off: return nil
        case .prefer where csandbox_landlock_version() <= 0: return nil
        case .prefer, .require: break
        }
        let landlock = try Landlock(upTo: orders.newestLandlock)
        for path in try SystemFiles.readable() + orders.readable { try landlock.allow([.read, .list], at: path) }
        let first = Int32(clamping: orders.openFiles)
        for path in SystemFiles.readableProcessFiles {
            try landlock.allowLastingly(.read, at: path, keptFrom: first)
        }
        try landlock.allowLastingly(.list, at: SystemFiles.listableProcessFolder, keptFrom: first)
        try landlock.allow([.read, .write], at: "/dev/null")
        try landlock.allow(.scratch, at: orders.scratch)
        return landlock
    }

    private static func installHandlers(
        statusPage: Int32, statm: Int32, mayWrite: Bool
    ) throws(SystemProblem) {
        let memory = try SharedMemory(received: FileDescriptor(statusPage))
        let installed = memory.withUnsafeMutableBytes {
            csandbox_install_handlers(
                $0.baseAddress!.assumingMemoryBound(to: csandbox_status.self), statm, mayWrite ? 1 : 0)
        }
        guard installed == 0 else { throw SystemProblem("installing signal handlers") }
        // Handlers write there as long as the process lives.
        _ = Unmanaged.passRetained(memory)
    }

    /// What the C library reserves for a moment when threads other than the first begin to allocate: twice 64 MiB, of which it keeps an
    /// aligned half, and uses little. Counted as the unit's, it made memory that the host shares fail to be mapped now and then.
    private static let arenaReserve = 128 << 20

    /// - Returns: The limit of the address space, which the host raises while it shares memory; the others are for good.
    private static func limitResources(
        _ orders: WorkerOrders, statm: Int32, threadStacks: Int
    ) throws(SystemProblem) -> UInt64 {
        let limits: [(Int32, Int, String)] = [
            (Int32(RLIMIT_CORE.rawValue), 0, "core files"),
            (Int32(RLIMIT_NOFILE.rawValue), orders.openFiles, "open files"),
            (Int32(RLIMIT_FSIZE.rawValue), orders.fileSize, "file sizes"),
            (Int32(CSANDBOX_LIMIT_LOCKED_MEMORY), 0, "locked memory"),
        ]
        for (resource, value, name) in limits where csandbox_limit(resource, UInt64(value)) != 0 {
            throw SystemProblem("limiting \(name)")
        }
        var text = [UInt8](repeating: 0, count: 64)
        let length = pread(statm, &text, text.count, 0)
        let digits = text.prefix(max(0, length)).prefix { $0 != UInt8(ascii: " ") }
        guard let pages = UInt64(String(decoding: digits, as: UTF8.self)) else {
            throw SystemProblem("measuring the address space", code: EIO)
        }
        let limit = pages * UInt64(getpagesize()) + UInt64(threadStacks + arenaReserve + orders.addressSpace)
        guard csandbox_limit_process(0, Int32(RLIMIT_AS.rawValue), limit) == 0 else {
            throw SystemProblem("limiting the address space")
        }
        return limit
    }
}

/// Why a sandbox can't be closed, besides system calls that fail.
enum SandboxProblem: Error, CustomStringConvertible {
    case severalThreads(Int)
    /// The policy requires Landlock; with the system's error number.
    case noLandlock(Int32)

    var description: String {
        switch self {
        case .severalThreads(let count):
            "it has \(count) threads already, where the sandbox closes around one; start WorkerServer first thing in the program"
        case .noLandlock(let code):
            "its policy requires Landlock, which guards files, and "
                + (code == EOPNOTSUPP
                    ? "this kernel has it switched off (add landlock to its boot parameter lsm=)"
                    : "the kernel doesn't offer it (Linux has it from version 5.13 on; a container's filter may hide it)")
                + "; \(LandlockUse.environmentVariable)=\(LandlockUse.prefer.rawValue) does without it where it is missing"
        }
    }
}
