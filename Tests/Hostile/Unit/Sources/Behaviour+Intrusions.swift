import CoreImage
import Foundation
import Glibc

@_silgen_name("hostile_fork") private func fork_() -> Int32
@_silgen_name("hostile_trace") private func trace(_ process: Int32) -> Int32

extension Behaviour {
    /// Attacks on the machine, its files and the host. Each returns an image if it succeeded, and none if it was
    /// refused.
    static let intrusions = [
        Behaviour("Fork") { image in
            fork_() >= 0 ? image : nil
        },
        Behaviour("RunAProgram") { image in
            var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("/bin/true"), nil]
            var process: pid_t = 0
            return posix_spawn(&process, "/bin/true", nil, nil, &arguments, nil) == 0 ? image : nil
        },
        Behaviour("OpenASocket") { image in
            socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) >= 0 ? image : nil
        },
        Behaviour("WriteToHome") { image in
            written("/home/coreimage-hostile-unit-was-here") ? image : nil
        },
        Behaviour("WriteToTemporaryFolder") { image in
            written("/tmp/coreimage-hostile-unit-was-here") ? image : nil
        },
        Behaviour("ReadPasswords") { image in
            FileManager.default.contents(atPath: "/etc/passwd") != nil ? image : nil
        },
        Behaviour("KillTheHost") { image in
            kill(getppid(), SIGTERM) == 0 ? image : nil
        },
        Behaviour("TraceTheHost") { image in
            trace(getppid()) >= 0 ? image : nil
        },
        Behaviour("CloseEverything") { image in
            for file in Int32(0)..<256 { close(file) }
            return image
        },
        Behaviour("WriteJunkToEverything") { image in
            let junk = [UInt8](repeating: 0x5A, count: 4096)
            for file in Int32(0)..<64 { _ = junk.withUnsafeBytes { write(file, $0.baseAddress, $0.count) } }
            return image
        },
        Behaviour("RaiseLimits") { image in
            var limit = rlimit(rlim_cur: rlim_t.max, rlim_max: rlim_t.max)
            return setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0 ? image : nil
        },
    ]

    private static func written(_ path: String) -> Bool {
        let file = open(path, O_WRONLY | O_CREAT, 0o600)
        if file < 0 { return false }
        close(file)
        return true
    }
}
