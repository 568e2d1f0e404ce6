import Foundation
import Testing

@testable import Sandboxing
@testable import UnitProcesses

/// Hosts and workers where one system call fails, as on an old kernel or under a container's filter.
@Suite("Kernels without some system calls")
struct OldKernelTests {
    /// Runs a host in which a system call fails with an error, and returns its output.
    private func host(without call: String, _ error: Int32 = ENOSYS, _ use: LandlockUse = .prefer) throws -> String {
        try Probe.output(["without", call, "\(error)", "host", use.rawValue])
    }

    private let whole = WorkerProtection.available.landlockVersion == nil ? "on unguarded" : "on guarded"

    @Test(
        "calls that the C library or this one does without aren't missed",
        arguments: [
            "seccomp", "openat2", "clone3", "close_range", "statx", "faccessat2", "membarrier",
            "pidfd_send_signal",
            "renameat2", "copy_file_range", "getrandom", "preadv2",
        ])
    func dispensable(_ call: String) throws {
        #expect(try host(without: call) == whole)
    }

    @Test("a call that can't be replaced is named, with the version of Linux that has it", arguments: [ENOSYS, EPERM])
    func needed(_ error: Int32) throws {
        for (call, version) in [("pidfd_open", "5.3"), ("memfd_create", "3.17")] {
            let text = try host(without: call, error)
            #expect(text.contains("the system call \(call) is "), "\(text)")
            #expect(text.contains(version) == (error == ENOSYS), "\(text)")
        }
        // prctl installs the seccomp filter.
        let text = try host(without: "prctl", error)
        #expect(
            text.contains("filtering system calls failed")
                && text.contains("the system call prctl(PR_SET_SECCOMP) is "), "\(text)")
    }

    @Test("without Landlock, the policy decides", arguments: [ENOSYS, EOPNOTSUPP, EPERM])
    func landlock(_ error: Int32) throws {
        let call = "landlock_create_ruleset"
        #expect(try host(without: call, error, .prefer) == "on unguarded")
        #expect(try host(without: call, error, .off) == "on unguarded")
        let text = try host(without: call, error, .require)
        #expect(text.contains("its policy requires Landlock") && text.contains("COREIMAGE_LANDLOCK=prefer"), "\(text)")
        #expect(text.contains(error == EOPNOTSUPP ? "lsm=" : "5.13"), "\(text)")
    }

    @Test(
        "a Landlock that exists and can't be enforced is an error, not a silent start",
        .enabled(if: WorkerProtection.available.landlockVersion != nil))
    func brokenLandlock() throws {
        for call in ["landlock_add_rule", "landlock_restrict_self"] {
            let text = try host(without: call)
            #expect(text.hasPrefix("The worker can't be put into its sandbox: "), "\(text)")
        }
    }
}

/// How the use of Landlock is chosen.
@Suite("Use of Landlock")
struct LandlockUseTests {
    @Test("the environment variable decides; an unknown value means require")
    func words() {
        for use in LandlockUse.allCases {
            for environment in [[:], ["INVOCATION_ID": "1"]] as [[String: String]] {
                let named = environment.merging(["COREIMAGE_LANDLOCK": use.rawValue]) { $1 }
                #expect(LandlockUse.standard(environment: named, hasTerminal: false) == use)
            }
        }
        for word in ["requires", "on", "1", "no"] {
            #expect(LandlockUse.standard(environment: ["COREIMAGE_LANDLOCK": word], hasTerminal: true) == .require)
        }
        #expect(LandlockUse.standard(environment: ["COREIMAGE_LANDLOCK": "OFF"], hasTerminal: true) == .off)
    }

    @Test("services require it, and what is started in a terminal prefers it")
    func services() {
        #expect(LandlockUse.standard(environment: [:], hasTerminal: false) == .prefer)
        for mark in ["INVOCATION_ID", "NOTIFY_SOCKET", "KUBERNETES_SERVICE_HOST"] {
            #expect(LandlockUse.standard(environment: [mark: "x"], hasTerminal: false) == .require)
            #expect(LandlockUse.standard(environment: [mark: "x"], hasTerminal: true) == .prefer)
        }
        #expect(
            LandlockUse.standard(environment: ["COREIMAGE_LANDLOCK": "", "NOTIFY_SOCKET": "x"], hasTerminal: false)
                == .require)
    }
}
