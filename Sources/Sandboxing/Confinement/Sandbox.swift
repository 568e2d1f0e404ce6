import CSandbox
import ChildProcesses
import Foundation
import Glibc

/// Sandboxes this process permanently. This must happen before a second thread exists and before untrusted code is
/// loaded.
package enum Sandbox {
    /// Enforces the orders on this process.
    ///
    /// - Parameters:
    ///   - statusPage: The open status page, to which the signal handlers write.
    ///   - threadStacks: The total size, in bytes, of the stacks of the server's own threads.
    package static func enforce(
        _ orders: SandboxOrders, statusPage: Int32, threadStacks: Int
    ) throws -> SandboxOrders.Answer {
        let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count
        guard threads == 1 else { throw SandboxProblem.severalThreads(threads) }
        let folder = orders.scratch ?? "/"
        guard chdir(folder) == 0 else { throw SystemProblem("entering \(folder)") }
        try giveUpPrivileges()

        let landlock = try fileGuard(orders)

        let statm = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
        guard statm >= 0 else { throw SystemProblem("opening /proc/self/statm") }
        try SystemCallFilter.prepareHandler(landlock: landlock?.version)
        try installHandlers(statusPage: statusPage, statm: statm, mayWrite: landlock != nil)
        let addressSpace = try limitResources(orders, statm: statm, threadStacks: threadStacks)

        try landlock?.enforce()
        try SystemCallFilter.enforce(landlock: landlock?.version, compilesCode: orders.compilesCode)
        return .init(
            protection: .init(landlockVersion: landlock.map { Int($0.version) }, systemCallFilter: true),
            addressSpaceLimit: addressSpace)
    }

    /// Makes the process end with its host, and gives up tracing, core dumps and all means to gain privileges.
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

    /// Returns the Landlock rules, or nil if the policy works without them.
    private static func fileGuard(_ orders: SandboxOrders) throws -> Landlock? {
        switch orders.landlock {
        case .off: return nil
        case .prefer where csandbox_landlock_version() <= 0: return nil
        case .prefer, .require: break
        }
        let landlock = try Landlock(upTo: orders.newestLandlock)
        let system = try orders.readsSystemFiles ? SystemFiles.readable() : SystemFiles.devices
        for path in system + orders.readable { try landlock.allow([.read, .list], at: path) }
        let first = Int32(clamping: orders.openFiles)
        for path in SystemFiles.readableProcessFiles {
            try landlock.allowLastingly(.read, at: path, keptFrom: first)
        }
        try landlock.allowLastingly(.list, at: SystemFiles.listableProcessFolder, keptFrom: first)
        try landlock.allow([.read, .write], at: "/dev/null")
        if let scratch = orders.scratch { try landlock.allow(.scratch, at: scratch) }
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
        // The handlers write to the page as long as the process lives, so it is never released.
        _ = Unmanaged.passRetained(memory)
    }

    /// Address space that the C library reserves briefly when a thread other than the first begins to allocate: twice
    /// 64 MiB, of which it keeps an aligned half and uses little. Without this allowance, mapping the host's shared
    /// memory sometimes failed.
    private static let arenaReserve = 128 << 20

    /// Sets the resource limits. All but the address space are permanent.
    ///
    /// - Returns: The limit of the address space in bytes, which the host raises while it shares memory.
    private static func limitResources(
        _ orders: SandboxOrders, statm: Int32, threadStacks: Int
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

/// The reason why the sandbox can't be set up, other than a failed system call.
enum SandboxProblem: Error, CustomStringConvertible {
    case severalThreads(Int)
    /// The policy requires Landlock, which isn't available. The value is the system's error number.
    case noLandlock(Int32)

    var description: String {
        switch self {
        case .severalThreads(let count):
            "it has \(count) threads already, where the sandbox closes around one; enter it first thing in the program"
        case .noLandlock(let code):
            "its policy requires Landlock, which guards files, and "
                + (code == EOPNOTSUPP
                    ? "this kernel has it switched off (add landlock to its boot parameter lsm=)"
                    : "the kernel doesn't offer it (Linux has it from version 5.13 on; a container's filter may hide it)")
                + "; \(LandlockUse.environmentVariable)=\(LandlockUse.prefer.rawValue) does without it where it is missing"
        }
    }
}
