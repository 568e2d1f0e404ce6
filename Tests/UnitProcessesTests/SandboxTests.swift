import Foundation
import Testing

@testable import UnitProcesses

/// What a worker may not do, seen from outside: that it fails, that nothing has changed, and that it is reported.
@Suite("Sandbox")
struct SandboxTests {
    @Test(
        "what reaches out of the worker fails and is reported",
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
        #expect(try worker.ask("echo on") == "on")
    }

    /// A folder outside of the worker's, with a file in it.
    private func outside() throws -> (folder: URL, file: URL) {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sandbox-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appendingPathComponent("file")
        try Data("kept".utf8).write(to: file)
        return (folder, file)
    }

    @Test("nothing outside can be written, removed, moved or made, with Landlock or without", arguments: [true, false])
    func files(usesLandlock: Bool) throws {
        let (folder, file) = try outside()
        defer { try? FileManager.default.removeItem(at: folder) }
        var policy = Probe.policy
        policy.usesLandlock = usesLandlock
        let worker = try Probe.start(policy)
        #expect(worker.protection.landlockVersion == (usesLandlock ? WorkerProtection.available.landlockVersion : nil))
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
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["file"])
        #expect(try Data(contentsOf: file) == Data("kept".utf8))
        #expect(try worker.ask("echo on") == "on")
    }

    @Test("a path that is no address fails as it does outside, and crashes nothing")
    func nothingThere() throws {
        let worker = try Probe.start()
        #expect(
            try worker.ask("read /nowhere/at/all") == "\(ENOENT)" || worker.ask("read /nowhere/at/all") == "\(EACCES)")
        #expect(worker.ending == nil)
    }

    @Test(
        "only what the policy lists and the system's libraries can be read",
        .enabled(if: WorkerProtection.available.landlockVersion != nil))
    func reading() throws {
        let (folder, file) = try outside()
        defer { try? FileManager.default.removeItem(at: folder) }
        let worker = try Probe.start()
        for path in [file.path, "/etc/passwd", "/root", "/tmp"] {
            #expect(try worker.ask("read \(path)") == "\(EACCES)", "\(path)")
        }
        for path in ["/usr/share", "/dev/urandom", "/proc/self/status"] {
            #expect(try worker.ask("read \(path)") == "0", "\(path)")
        }
        var policy = Probe.policy
        policy.readable = [folder]
        #expect(try Probe.start(policy).ask("read \(file.path)") == "0")
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
        #expect(try Probe.start(policy).ask("read \(link.path)") == "\(EACCES)")
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
            #expect(try worker.ask("write notes") == "0")
            #expect(try worker.ask("move notes others") == "0")
            #expect(try worker.ask("remove others") == "0")
            #expect(worker.failure("makeFolder sub") == .forbidden([.init(.madeFile, path: "sub")]))
            #expect(worker.failure("link sub") == .forbidden([.init(.madeFile, path: "sub")]))
            #expect(try worker.ask("write left") == "0")
        }
        // Other tests' workers come and go meanwhile.
        #expect(try folders().subtracting(before).count < 64)
    }

    @Test("memory that can be written and run is refused")
    func writableCode() throws {
        #expect(try Probe.start().ask("writableCode") == "\(EPERM)")
    }

    @Test("local sockets fail without a report, as the C library tries them by itself")
    func localSocket() throws {
        #expect(try Probe.start().ask("localSocket") == "\(EACCES)")
    }

    @Test("open files are limited")
    func openFiles() throws {
        let worker = try Probe.start()
        let opened = try #require(Int(try worker.ask("openMany")))
        #expect((1..<worker.policy.openFiles).contains(opened))
        #expect(try worker.ask("echo on") == "on")
    }

    @Test("a worker starts with none of the host's open files and hardly any of its environment")
    func inheritance() throws {
        let kept = open("/dev/zero", O_RDONLY)
        let copy = dup2(kept, 300)
        defer {
            close(kept)
            close(copy)
        }
        let worker = try Probe.start()
        let numbers = try worker.ask("descriptors").split(separator: " ").compactMap { Int($0) }
        // Three standard ones, the status page, four channels, the crash handler's, and the folder that is being listed.
        #expect(!numbers.contains(300))
        #expect(numbers.count <= 10, "\(numbers)")
        let allowed: Set = [
            "HOME", "TMPDIR", "SWIFT_BACKTRACE", "MALLOC_ARENA_MAX", "LD_LIBRARY_PATH", "LANG", "LC_ALL", "TZ",
        ]
        #expect(Set(try worker.ask("environment").split(separator: " ").map(String.init)).isSubset(of: allowed))
    }

    @Test("the kernel says the same of a worker: no privileges to gain, none left, calls filtered")
    func status() throws {
        let status = try Probe.start().ask("status")
        func value(_ key: String) -> String? {
            status.split(separator: "\n").first { $0.hasPrefix("\(key):") }?.split(separator: "\t").last.map(
                String.init)
        }
        #expect(value("NoNewPrivs") == "1")
        #expect(value("Seccomp") == "2")
        for key in ["CapInh", "CapPrm", "CapEff", "CapAmb"] { #expect(value(key) == "0000000000000000", "\(key)") }
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
