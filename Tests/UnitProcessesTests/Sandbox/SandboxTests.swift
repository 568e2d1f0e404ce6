import CSandbox
import Foundation
import Testing

@testable import Sandboxing
@testable import UnitProcesses

/// Tests that forbidden actions of a worker fail, have no effect and are reported.
@Suite("Sandbox")
struct SandboxTests {
    @Test(
        "attempts to leave the sandbox fail and are reported",
        arguments: [
            ("fork", ForbiddenAction(.startedProcess)), ("exec /bin/true", .init(.startedProgram, path: "/bin/true")),
            ("socket", .init(.openedSocket)), ("connect", .init(.openedSocket)),
            ("signalHost", .init(.signalledProcess)),
            ("trace", .init(.inspectedProcess)), ("limits", .init(.changedPrivileges)),
            ("changeMode /etc/hostname", .init(.changedFileAttributes, path: "/etc/hostname")),
        ])
    func forbidden(_ behaviour: String, _ action: ForbiddenAction) throws {
        let worker = try Probe.start()
        #expect(worker.failure(behaviour) == .forbidden([action]))
        #expect(try worker.request("echo on") == "on")
    }

    /// A folder outside of the worker's, with a file in it.
    private func outside() throws -> (folder: URL, file: URL) {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sandbox-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appendingPathComponent("file")
        try Data("kept".utf8).write(to: file)
        return (folder, file)
    }

    @Test(
        "nothing outside can be written, emptied, removed, moved or made, with any version of Landlock or without (0)",
        arguments: Int32(0)...7)
    func files(version: Int32) throws {
        let (folder, file) = try outside()
        defer { try? FileManager.default.removeItem(at: folder) }
        var policy = Probe.policy
        policy.landlock = version > 0 ? .prefer : .off
        policy.newestLandlock = version
        let worker = try Probe.start(policy)
        let available = WorkerProtection.available.landlockVersion ?? 0
        let used = min(available, Int(version))
        #expect(worker.protection.landlockVersion == (used > 0 ? used : nil))
        let new = folder.path + "/new"
        let attempts: [(String, ForbiddenAction)] = [
            ("write \(file.path)", .init(.wroteFile, path: file.path)), ("write \(new)", .init(.wroteFile, path: new)),
            ("remove \(file.path)", .init(.removedFile, path: file.path)),
            ("move \(file.path) \(new)", .init(.movedFile, path: file.path)),
            ("makeFolder \(new)", .init(.madeFile, path: new)), ("link \(new)", .init(.madeFile, path: new)),
        ]
        for (behaviour, action) in attempts {
            #expect(worker.failure(behaviour) == .forbidden([action]))
        }
        // Each uses a new worker, because the one above can store only a few more reports.
        let other = try Probe.start(policy)
        #expect(
            other.failure("call \(try number("truncate")) '\(file.path) 0")
                == .forbidden([.init(.wroteFile, path: file.path)]))
        let readable = try Probe.start(readablePolicy(policy, folder))
        var answers: [Result<String, WorkerFailure>] = []
        for mark in [0, CSANDBOX_RETRY] {
            let emptied = try readable.request(
                "call \(try number("openat")) -100 '\(file.path) \(O_RDONLY | O_TRUNC) 0 0 \(mark)")
            #expect(emptied == "-\(EACCES)")
            let truncate = "call \(try number("truncate")) '\(file.path) 0 0 0 0 \(mark)"
            answers.append(Result { () throws(WorkerFailure) in try readable.request(truncate) })
        }
        // Without the mark of a retry, the call is reported. With it, the kernel refuses the call.
        let reported = Result<String, WorkerFailure>.failure(.forbidden([.init(.wroteFile, path: file.path)]))
        #expect(answers.contains(reported))
        #expect(answers.allSatisfy { $0 == reported || $0 == .success("-\(EACCES)") }, "\(answers)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["file"])
        #expect(try Data(contentsOf: file) == Data("kept".utf8))
        #expect(try worker.request("echo on") == "on")
    }

    private func readablePolicy(_ policy: WorkerPolicy, _ folder: URL) -> WorkerPolicy {
        var policy = policy
        policy.readable = [folder]
        return policy
    }

    @Test("a path that is no address fails as it does outside, and crashes nothing")
    func nothingThere() throws {
        let worker = try Probe.start()
        #expect(
            try worker.request("read /nowhere/at/all") == "\(ENOENT)"
                || worker.request("read /nowhere/at/all") == "\(EACCES)")
        #expect(worker.ending == nil)
    }

    @Test(
        "only what the policy lists and the system's libraries can be read",
        .enabled(if: WorkerProtection.available.landlockVersion != nil))
    func reading() throws {
        let (folder, file) = try outside()
        defer { try? FileManager.default.removeItem(at: folder) }
        let worker = try Probe.start()
        let closed = [
            "environ", "mem", "net", "net/tcp", "net/unix", "maps/..", "task", "root", "cwd/..", "mountinfo", "mounts",
            "limits",
            "cgroup", "smaps", "pagemap", "fdinfo/0", "map_files", "io", "stack",
        ]
        let host = getpid()
        for path in [file.path, "/etc/passwd", "/root", "/tmp", "/proc", "/proc/1/status", "/proc/\(host)/maps"]
            + closed.map({ "/proc/self/\($0)" }) + closed.map({ "/proc/thread-self/\($0)" })
        {
            let answer = try worker.request("read \(path)")
            #expect(["\(EACCES)", "\(ENOENT)", "\(ENOTDIR)"].contains(answer), "\(path): \(answer)")
        }
        for path in [
            "/usr/share", "/dev/urandom", "/proc/self/status", "/proc/self/maps", "/proc/self/statm", "/proc/self/fd",
            "/proc/self/cmdline", "/proc/cpuinfo", "/proc/meminfo",
        ] {
            #expect(try worker.request("read \(path)") == "0", "\(path)")
        }
        var policy = Probe.policy
        policy.readable = [folder]
        #expect(try Probe.start(policy).request("read \(file.path)") == "0")
    }

    @Test(
        "a link in a folder that may be read doesn't lead out of it",
        .enabled(if: WorkerProtection.available.landlockVersion != nil))
    func links() throws {
        let (folder, _) = try outside()
        defer { try? FileManager.default.removeItem(at: folder) }
        let link = folder.appendingPathComponent("link")
        try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "/etc/passwd")
        var policy = Probe.policy
        policy.readable = [folder]
        #expect(try Probe.start(policy).request("read \(link.path)") == "\(EACCES)")
    }

    @Test(
        "the scratch folder can be written, holds files only, and goes with the worker",
        .enabled(if: WorkerProtection.available.landlockVersion != nil))
    func scratch() throws {
        var before = Set<String>()
        let temporary = FileManager.default.temporaryDirectory.path
        func folders() throws -> Set<String> {
            Set(
                try FileManager.default.contentsOfDirectory(atPath: temporary).filter {
                    $0.hasPrefix("coreimage-worker-")
                })
        }
        before = try folders()
        do {
            let worker = try Probe.start()
            #expect(try worker.request("write notes") == "0")
            #expect(try worker.request("move notes others") == "0")
            #expect(try worker.request("remove others") == "0")
            #expect(worker.failure("makeFolder sub") == .forbidden([.init(.madeFile, path: "sub")]))
            #expect(worker.failure("link sub") == .forbidden([.init(.madeFile, path: "sub")]))
            #expect(try worker.request("write left") == "0")
        }
        // Other tests' workers come and go meanwhile.
        #expect(try folders().subtracting(before).count < 64)
    }

    @Test("memory that can be written and run is refused")
    func writableCode() throws {
        #expect(try Probe.start().request("writableCode") == "\(EPERM)")
    }

    @Test("local sockets fail without a report, as the C library tries them by itself")
    func localSocket() throws {
        #expect(try Probe.start().request("localSocket") == "\(EACCES)")
    }

    @Test("open files are limited")
    func openFiles() throws {
        let worker = try Probe.start()
        let opened = try #require(Int(try worker.request("openMany")))
        #expect((1..<worker.policy.openFiles).contains(opened))
        #expect(try worker.request("echo on") == "on")
    }

    @Test("a worker starts with none of the host's open files and hardly any of its environment")
    func inheritance() throws {
        let kept = open("/dev/zero", O_RDONLY)
        // A free number: `dup2` would close a file of a test that runs beside this one.
        let copy = fcntl(kept, F_DUPFD, 300)
        defer {
            close(kept)
            close(copy)
        }
        let worker = try Probe.start()
        let numbers = try worker.request("descriptors").split(separator: " ").compactMap { Int($0) }
        // Three standard ones, the status page, four channels, the crash handler's, and the folder that is being
        // listed. Descriptors from `openFiles` on only identify files in /proc and can't be read from.
        #expect(copy >= 300 && !numbers.contains(Int(copy)))
        #expect(numbers.count { $0 < worker.policy.openFiles } <= 10, "\(numbers)")
        #expect(numbers.count <= 10 + SystemFiles.readableProcessFiles.count + 1, "\(numbers)")
        let allowed: Set = [
            "HOME", "TMPDIR", "SWIFT_BACKTRACE", "MALLOC_ARENA_MAX", "LD_LIBRARY_PATH", "LANG", "LC_ALL", "TZ",
        ]
        #expect(Set(try worker.request("environment").split(separator: " ").map(String.init)).isSubset(of: allowed))
    }

    @Test("the kernel says the same of a worker: no privileges to gain, none left, calls filtered")
    func status() throws {
        let status = try Probe.start().request("status")
        func value(_ key: String) -> String? {
            status.split(separator: "\n").first { $0.hasPrefix("\(key):") }?.split(separator: "\t").last.map(
                String.init)
        }
        #expect(value("NoNewPrivs") == "1")
        #expect(value("Seccomp") == "2")
        for key in ["CapInh", "CapPrm", "CapEff", "CapAmb"] { #expect(value(key) == "0000000000000000", "\(key)") }
    }

    private func number(_ name: String) throws -> Int32 { try #require(SystemCallFilter.number(of: name)) }

    @Test("the handler of SIGSYS can't be replaced, whatever the upper half of the signal number is")
    func signalHandlers() throws {
        let worker = try Probe.start()
        let action = try number("rt_sigaction")
        for above in [0, 1 << 32, 1 << 62] {
            for signal in [SIGSYS, SIGXCPU] {
                #expect(try worker.request("call \(action) \(Int(signal) | above) @ 0 8") == "-\(EPERM)")
            }
        }
        #expect(try worker.request("call \(action) \(SIGUSR1) @ 0 8") == "0")
        #expect(worker.failure("socket") == .forbidden([.init(.openedSocket)]))
    }

    @Test("system calls reach nothing by numbers with more bits than the kernel takes")
    func upperBits() throws {
        let worker = try Probe.start()
        let above = 1 << 32
        #expect(
            worker.failure("call \(try number("kill")) \(above | Int(getpid())) 9")
                == .forbidden([.init(.signalledProcess)]))
        #expect(
            worker.failure("call \(try number("socket")) \(above | Int(AF_INET)) 1 0")
                == .forbidden([.init(.openedSocket)]))
        #expect(try worker.request("call \(try number("socket")) \(above | Int(AF_UNIX)) 1 0") == "-\(EACCES)")
        #expect(try worker.request("call \(try number("prctl")) \(above | 4) 1") == "-\(ENOSYS)")
        // F_SETOWN, F_SETLEASE and F_NOTIFY. Below, 0x5412 is TIOCSTI.
        for command in [8, 1024, 1026] {
            #expect(try worker.request("call \(try number("fcntl")) 4 \(above | command) 1") == "-\(ENOSYS)")
        }
        #expect(try worker.request("call \(try number("ioctl")) 0 \(above | 0x5412) @") == "-\(ENOSYS)")
        #expect(try worker.request("call \(try number("prlimit64")) \(getpid()) 7 0 @") == "-\(EPERM)")
        #expect(try worker.request("echo on") == "on")
    }

    @Test("messages out of band can't be sent or received on the worker's sockets")
    func outOfBand() throws {
        let worker = try Probe.start()
        // MSG_OOB is 1; descriptor 5 is a channel that no call uses now.
        #expect(try worker.request("call \(try number("sendto")) 5 @ 1 1 0 0") == "-\(EINVAL)")
        #expect(try worker.request("call \(try number("recvfrom")) 5 @ 1 1 0 0") == "-\(EINVAL)")
        #expect(try worker.request("call \(try number("sendmsg")) 5 @ 1") == "-\(EINVAL)")
        #expect(try worker.request("call \(try number("recvmsg")) 5 @ 1") == "-\(EINVAL)")
        for _ in 0..<8 { #expect(try worker.request("echo on") == "on") }
    }

    @Test("files of the system can't be locked")
    func locks() throws {
        let worker = try Probe.start()
        let file = try #require(Int(try worker.request("call \(try number("openat")) -100 '/usr/share 0")))
        for how in 1...2 { #expect(try worker.request("call \(try number("flock")) \(file) \(how)") == "-\(ENOLCK)") }
        // F_SETLK, F_SETLKW, F_OFD_SETLK, F_OFD_SETLKW
        for command in [6, 7, 37, 38] {
            #expect(try worker.request("call \(try number("fcntl")) \(file) \(command) @") == "-\(ENOLCK)")
        }
    }

    @Test("a file without a name can't be made, nor any through openat2")
    func unnamedFiles() throws {
        let worker = try Probe.start()
        let flags = O_RDWR | O_DIRECTORY | 0o20000000
        #expect(try worker.request("call \(try number("openat")) -100 '. \(flags) 384") == "-\(EOPNOTSUPP)")
        #expect(try worker.request("call \(try number("openat2")) -100 '. @ 24 0 \(CSANDBOX_RETRY)") == "-\(ENOSYS)")
    }

    @Test(
        "/proc files stay readable after the kernel's caches are dropped",
        .enabled(
            if: WorkerProtection.available.landlockVersion != nil && access("/proc/sys/vm/drop_caches", W_OK) == 0))
    func forgottenFiles() throws {
        let worker = try Probe.start()
        let file = try #require(FileHandle(forWritingAtPath: "/proc/sys/vm/drop_caches"))
        for _ in 0..<3 { try file.write(contentsOf: Data("2".utf8)) }
        for path in ["/proc/self/status", "/proc/self/maps", "/proc/cpuinfo", "/proc/self/fd"] {
            #expect(try worker.request("read \(path)") == "0", "\(path)")
        }
        #expect(try worker.request("answer own").hasPrefix("N (worker) "))
    }

    @Test("bytes and files of the scratch folder have a total")
    func scratchTotals() throws {
        var policy = Probe.policy
        (policy.scratchSize, policy.scratchFiles) = (8 << 20, 20)
        #expect(try Probe.start(policy).failure("fillScratch \(1 << 20) 15") == .tooMuchScratch(limit: 8 << 20))
        #expect(try Probe.start(policy).failure("fillScratch 1 30") == .tooManyScratchFiles(limit: 20))
    }

    @Test("a scratch folder in memory counts as memory", .enabled(if: access("/dev/shm", W_OK) == 0))
    func scratchInMemory() throws {
        var policy = Probe.policy
        policy.scratchParent = URL(fileURLWithPath: "/dev/shm")
        (policy.addressSpace, policy.scratchSize) = (64 << 20, 1 << 30)
        #expect(try Probe.start(policy).failure("fillScratch \(8 << 20) 20") == .tooMuchScratch(limit: 64 << 20))
    }

    @Test("more refusals than can be noted end the worker")
    func manyRefusals() throws {
        let worker = try Probe.start()
        var calls = 0
        while worker.ending == nil, calls < 100 {
            guard case .forbidden = worker.failure("socket") else { break }
            calls += 1
        }
        #expect(calls == 33)
        guard case .forbidden = worker.ending else {
            Issue.record("\(worker.ending.debugDescription)")
            return
        }
    }
}
