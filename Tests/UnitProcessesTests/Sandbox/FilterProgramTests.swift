import CSandbox
import Glibc
import Testing

@testable import Sandboxing
@testable import UnitProcesses

/// Runs the seccomp filter program on a BPF interpreter that follows the kernel's documentation.
@Suite("Filter of system calls")
struct FilterProgramTests {
    private enum Fault: Error { case malformed(Int), unknown(UInt16) }

    /// Returns the value that a program returns for a system call.
    private func run(
        _ program: [csandbox_instruction], _ number: Int32, _ arguments: [UInt64], architecture: UInt32
    ) throws -> UInt32 {
        // struct seccomp_data: number, architecture, instruction pointer, six arguments.
        var data = [UInt32](repeating: 0, count: 16)
        (data[0], data[1]) = (UInt32(bitPattern: number), architecture)
        for (index, argument) in arguments.enumerated() {
            data[4 + 2 * index] = UInt32(truncatingIfNeeded: argument)
            data[5 + 2 * index] = UInt32(argument >> 32)
        }
        var (place, accumulator) = (0, UInt32(0))
        while place < program.count {
            let instruction = program[place]
            place += 1
            switch instruction.code {
            case 0x20: accumulator = data[Int(instruction.value) / 4]
            case 0x54: accumulator &= instruction.value
            case 0x05: place += Int(instruction.value)
            case 0x15: place += Int(accumulator == instruction.value ? instruction.if_true : instruction.if_false)
            case 0x35: place += Int(accumulator >= instruction.value ? instruction.if_true : instruction.if_false)
            case 0x06: return instruction.value
            default: throw Fault.unknown(instruction.code)
            }
        }
        throw Fault.malformed(place)
    }

    private func outcome(
        _ name: String, _ arguments: [UInt64], landlock: Int32? = 7, architecture: UInt32 = csandbox_architecture()
    ) throws -> UInt32 {
        let number = try #require(SystemCallFilter.number(of: name))
        return try run(
            SystemCallFilter.program(landlock: landlock).instructions, number, arguments, architecture: architecture)
    }

    private let allowed: UInt32 = 0x7FFF_0000
    private let trapped: UInt32 = 0x0003_0000
    private func failed(_ code: Int32) -> UInt32 { 0x0005_0000 | UInt32(code) }
    /// Bits that the kernel doesn't look at where it takes an int.
    private static let upperBits: [UInt64] = [0, 1 << 32, 1 << 63, 0xFFFF_FFFF_0000_0000]

    @Test("the upper half of a 32-bit argument is ignored", arguments: upperBits)
    func upperHalf(_ above: UInt64) throws {
        let own = UInt64(getpid())
        for (name, argument, value, expected) in [
            ("rt_sigaction", 0, UInt64(SIGSYS), failed(EPERM)), ("rt_sigaction", 0, UInt64(SIGXCPU), failed(EPERM)),
            ("rt_sigaction", 0, UInt64(SIGUSR1), allowed), ("kill", 0, own, allowed), ("kill", 0, own + 1, trapped),
            ("kill", 0, 0, trapped), ("tgkill", 0, own, allowed), ("tgkill", 0, own + 1, trapped),
            ("socket", 0, UInt64(AF_UNIX), failed(EACCES)), ("socket", 0, UInt64(AF_INET), trapped),
            ("fcntl", 1, UInt64(F_GETFL), allowed), ("fcntl", 1, UInt64(F_SETLK), failed(ENOLCK)),
            ("fcntl", 1, 8, failed(ENOSYS)), ("ioctl", 1, UInt64(TCGETS), allowed),
            ("ioctl", 1, 0x5412, failed(ENOSYS)), ("prctl", 0, 15, allowed), ("prctl", 0, 4, failed(ENOSYS)),
        ] {
            var arguments = [UInt64](repeating: 0, count: 6)
            arguments[argument] = value | above
            #expect(try outcome(name, arguments) == expected, "\(name) \(value)")
        }
    }

    @Test("messages carry no flags but those that the channels need")
    func messageFlags() throws {
        let flags: [(name: String, argument: Int, good: [Int])] = [
            ("sendto", 3, [0, 0x4000, 0x40, 0x4040]), ("sendmsg", 2, [0, 0x4000, 0x40, 0x4040]),
            ("recvfrom", 3, [0, 0x4000_0000, 0x40]), ("recvmsg", 2, [0, 0x4000_0000, 0x40]),
        ]
        for (name, argument, good) in flags {
            for bit in 0..<64 {
                var arguments = [UInt64](repeating: 0, count: 6)
                arguments[argument] = 1 << UInt64(bit)
                // Bits above 31 aren't flags: the kernel drops them.
                let isGood = bit > 31 || good.contains(1 << bit)
                #expect(try outcome(name, arguments) == (isGood ? allowed : failed(EINVAL)), "\(name), bit \(bit)")
            }
            for value in good {
                var arguments = [UInt64](repeating: 0, count: 6)
                arguments[argument] = UInt64(value)
                #expect(try outcome(name, arguments) == allowed)
            }
        }
    }

    @Test("threads share everything that a thread can share, and nothing else is cloned")
    func threads() throws {
        // The flags that the GNU C library passes: CLONE_VM | FS | FILES | SIGHAND | THREAD | SYSVSEM | SETTLS |
        // PARENT_SETTID | CHILD_CLEARTID.
        let usual: UInt64 = 0x3D0F00
        #expect(try outcome("clone", [usual, 0, 0, 0, 0, 0]) == allowed)
        for missing in [UInt64(0x100), 0x200, 0x400, 0x800, 0x10000, 0x40000] {
            #expect(try outcome("clone", [usual & ~missing, 0, 0, 0, 0, 0]) == trapped)
        }
        // CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET, IO, PTRACE, VFORK, PARENT, PIDFD, UNTRACED,
        // and SIGCHLD.
        for added in [
            UInt64(0x20000), 0x0200_0000, 0x0400_0000, 0x0800_0000, 0x1000_0000, 0x2000_0000, 0x4000_0000, 0x8000_0000,
            0x2000, 0x4000, 0x8000, 0x1000, 0x80_0000, 17,
        ] {
            #expect(try outcome("clone", [usual | added, 0, 0, 0, 0, 0]) == trapped, "\(added)")
        }
        #expect(try outcome("clone3", []) == failed(ENOSYS))
        #expect(try outcome("close_range", [3, 9, 4, 0, 0, 0]) == allowed)
        #expect(try outcome("close_range", [3, 9, 2, 0, 0, 0]) == failed(EINVAL))
    }

    @Test("files are opened for reading directly, and otherwise through the handler", arguments: [7, 1, nil])
    func files(landlock: Int32?) throws {
        func openat(_ flags: Int32, mark: UInt64 = 0) throws -> UInt32 {
            try outcome("openat", [0, 0, UInt64(flags), 0, 0, mark], landlock: landlock)
        }
        #expect(try openat(O_RDONLY | O_CLOEXEC) == allowed)
        #expect(try openat(O_RDONLY | O_NONBLOCK | O_DIRECTORY) == allowed)
        #expect(try openat(O_RDONLY | O_NONBLOCK) == trapped)
        for flags in [O_WRONLY, O_RDWR, O_RDONLY | O_CREAT, O_WRONLY | O_TRUNC, O_WRONLY | O_NONBLOCK | O_DIRECTORY] {
            #expect(try openat(flags) == trapped)
            #expect(try openat(flags, mark: CSANDBOX_RETRY) == (landlock == nil ? trapped : allowed))
            #expect(try openat(flags, mark: CSANDBOX_RETRY ^ 1 << 40) == trapped)
        }
        #expect(try openat(O_RDONLY | O_NONBLOCK, mark: CSANDBOX_RETRY) == allowed)
        for mark in [0, CSANDBOX_RETRY] {
            #expect(try openat(O_RDONLY | O_TRUNC, mark: mark) == failed(EACCES))
        }
        let truncate = try outcome("truncate", [0, 0, 0, 0, 0, CSANDBOX_RETRY], landlock: landlock)
        #expect(truncate == (landlock == 7 ? allowed : trapped))
        // O_TMPFILE
        for mark in [0, CSANDBOX_RETRY] {
            #expect(try openat(O_RDWR | O_DIRECTORY | 0o20000000, mark: mark) == failed(EOPNOTSUPP))
        }
        #expect(try outcome("openat2", [0, 0, 0, 24, 0, CSANDBOX_RETRY], landlock: landlock) == failed(ENOSYS))
        #expect(try outcome("unlinkat", [0, 0, 0, 0, 0, 0], landlock: landlock) == trapped)
        #expect(
            try outcome("unlinkat", [0, 0, 0, 0, 0, CSANDBOX_RETRY], landlock: landlock)
                == (landlock == nil ? trapped : allowed))
    }

    @Test("no mapping can be written and run")
    func memory() throws {
        for protection in 0..<UInt64(16) {
            let both = protection & 6 == 6
            #expect(try outcome("mmap", [0, 4096, protection, 0, 0, 0]) == (both ? failed(EPERM) : allowed))
            let runs = protection & 4 != 0
            #expect(try outcome("mprotect", [0, 4096, protection, 0, 0, 0]) == (runs ? failed(EPERM) : allowed))
        }
    }

    @Test("where code is compiled, written memory can be made executable, but no memory is both")
    func compiledCode() throws {
        let number = try #require(SystemCallFilter.number(of: "mprotect"))
        let program = SystemCallFilter.program(landlock: 7, compilesCode: true).instructions
        for protection in 0..<UInt64(16) {
            let result = try run(
                program, number, [0, 4096, protection, 0, 0, 0], architecture: csandbox_architecture())
            #expect(result == (protection & 6 == 6 ? failed(EPERM) : allowed))
        }
    }

    @Test("every number gives what its first fitting rule says, and all others are unknown", arguments: [7, 1, nil])
    func everyNumber(landlock: Int32?) throws {
        var rules: [Int32: [SystemCallRule]] = [:]
        for rule in SystemCallFilter.rules(landlock: landlock) {
            if let number = SystemCallFilter.number(of: rule.name) { rules[number, default: []].append(rule) }
        }
        let program = SystemCallFilter.program(landlock: landlock).instructions
        #expect(program.count < 4096)
        for number in Int32(-1)..<700 {
            let expected =
                rules[number]?.first { $0.conditions.allSatisfy { 0 & $0.mask == $0.value } }?.outcome.action
                ?? failed(ENOSYS)
            let zeros = [UInt64](repeating: 0, count: 6)
            #expect(try run(program, number, zeros, architecture: csandbox_architecture()) == expected, "\(number)")
        }
        // x32 numbers on x86-64.
        for number in [Int32(0x4000_0000), 0x4000_0001, .max, .min] {
            #expect(
                try run(
                    program, number, [UInt64](repeating: 0, count: 6), architecture: csandbox_architecture())
                    == failed(ENOSYS))
        }
    }

    @Test("calls by the numbers of another architecture end the process")
    func otherArchitecture() throws {
        for architecture in [UInt32(0x4000_0003), 0xC000_003E, 0xC000_00B7]
        where architecture != csandbox_architecture() {
            #expect(try outcome("getpid", [], architecture: architecture) == 0x8000_0000)
        }
    }

    /// The architecture in the kernel's header `audit.h`: machine 183, 64 bits, little-endian.
    private static let arm64: UInt32 = 183 | 0x8000_0000 | 0x4000_0000

    /// Numbers from the kernel's header `asm-generic/unistd.h`.
    @Test("the filter for 64-bit ARM decides by the numbers of its calls")
    func filterForARM64() throws {
        let program = SystemCallFilter.program(landlock: 7, architecture: Self.arm64).instructions
        let (folder, path, mark) = (UInt64(bitPattern: -100), UInt64(1 << 20), UInt64(CSANDBOX_RETRY))
        let (writing, thread) = (UInt64(O_WRONLY | O_CREAT), UInt64(0x3d_0f00))
        let calls: [(name: String, number: Int32, arguments: [UInt64], outcome: UInt32)] = [
            ("openat to read", 56, [folder, path, 0, 0, 0, 0], allowed),
            ("openat to write", 56, [folder, path, writing, 0, 0, 0], trapped),
            ("openat to write, repeated", 56, [folder, path, writing, 0, 0, mark], allowed),
            ("unlinkat", 35, [folder, path, 0, 0, 0, 0], trapped),
            ("unlinkat, repeated", 35, [folder, path, 0, 0, 0, mark], allowed),
            ("mkdirat", 34, [folder, path, 0, 0, 0, 0], trapped), ("renameat", 38, [], trapped),
            ("renameat2", 276, [], trapped), ("fchmodat", 53, [], trapped), ("fchmod", 52, [], failed(EPERM)),
            ("a thread", 220, [thread, 0, 0, 0, 0, 0], allowed), ("a process", 220, [17, 0, 0, 0, 0, 0], trapped),
            ("clone3", 435, [], failed(ENOSYS)), ("execve", 221, [], trapped), ("ptrace", 117, [], trapped),
            ("socket", 198, [UInt64(AF_INET), 0, 0, 0, 0, 0], trapped), ("read", 63, [], allowed),
            ("write", 64, [], allowed), ("ppoll", 73, [], allowed), ("newfstatat", 79, [], allowed),
            ("getpid", 172, [], allowed), ("exit_group", 94, [], allowed), ("futex", 98, [], allowed),
            ("rt_sigreturn", 139, [], allowed), ("munmap", 215, [], allowed), ("rseq", 293, [], allowed),
            ("mmap", 222, [0, 4096, 7, 0, 0, 0], failed(EPERM)), ("mmap", 222, [0, 4096, 5, 0, 0, 0], allowed),
            ("mprotect", 226, [0, 4096, 5, 0, 0, 0], failed(EPERM)), ("io_uring_setup", 425, [], failed(ENOSYS)),
        ]
        for call in calls {
            let arguments = call.arguments.isEmpty ? [UInt64](repeating: 0, count: 6) : call.arguments
            #expect(
                try run(program, call.number, arguments, architecture: Self.arm64) == call.outcome, "\(call.name)")
        }
        // The same numbers are other calls on x86-64.
        #expect(try run(program, 63, [UInt64](repeating: 0, count: 6), architecture: 0xC000_003E) == 0x8000_0000)
    }

    /// The calls with rules that Linux has on x86-64 and not on 64-bit ARM, where others replace them.
    @Test("calls that 64-bit ARM doesn't have are left out of its filter")
    func missingOnARM64() {
        let names = Set(SystemCallFilter.rules(landlock: 7).map(\.name))
        let missing = names.filter {
            SystemCallFilter.number(of: $0, on: 0xC000_003E) != nil
                && SystemCallFilter.number(of: $0, on: Self.arm64) == nil
        }
        #expect(
            missing == [
                "access", "alarm", "arch_prctl", "chmod", "chown", "creat", "dup2", "epoll_create", "epoll_wait",
                "eventfd", "fork", "futimesat", "getdents", "getpgrp", "lchown", "link", "lstat", "mkdir", "mknod",
                "open", "pause", "pipe", "poll", "readlink", "rename", "rmdir", "select", "stat", "symlink", "time",
                "unlink", "utime", "utimes", "vfork",
            ])
    }

    @Test("no rule stands behind one that always fits")
    func order() {
        var finished: Set<String> = []
        for rule in SystemCallFilter.rules(landlock: 7) {
            #expect(!finished.contains(rule.name), "\(rule.name)")
            if rule.conditions.isEmpty { finished.insert(rule.name) }
        }
    }
}
