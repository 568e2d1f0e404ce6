import Foundation
import Glibc

/// Runs a program within limits, and measures it.
struct HostileProcess {
    let program: URL
    let arguments: [String]
    let environment: [String: String]
    let folder: URL
    let timeLimit: Duration
    let memoryLimit: Int
    /// The file that is standard input, a path in the folder.
    var standardInput: String?

    /// An error of starting a program.
    struct StartError: Error, CustomStringConvertible {
        let program: String
        let reason: String
        var description: String { "\(program) can't be started: \(reason); build the package first" }
    }

    /// Starts the program in `folder`, and waits until it ends or exceeds a limit.
    func run() throws -> HostileOutcome {
        let output = try scratchFile()
        let errors = try scratchFile()
        defer {
            fclose(output)
            fclose(errors)
        }
        let start = ContinuousClock.now
        let process = try spawn(output: fileno(output), errors: fileno(errors))
        var (status, usage) = (Int32(0), rusage())
        var forced: HostileOutcome.End?
        // The peak is polled, because `ru_maxrss` includes the memory of this process before the program replaced it.
        var peak = 0
        var turn = 0
        while wait4(process, &status, WNOHANG, &usage) == 0 {
            peak = max(peak, peakMemory(of: process))
            // Each of its workers may take as much.
            if turn % 8 == 0 { peak = children(of: process).reduce(peak) { max($0, residentMemory(of: $1)) } }
            turn += 1
            if forced == nil {
                let isLate =
                    processorTime(of: process) > timeLimit || ContinuousClock.now - start > timeLimit * Self.patience
                forced = isLate ? .timedOut : peak > memoryLimit ? .overMemory : nil
                // The whole process group, because there may be children.
                if forced != nil { kill(-process, SIGKILL) }
            }
            usleep(2000)
        }
        let used = [usage.ru_utime, usage.ru_stime].map { Duration.seconds($0.tv_sec) + .microseconds($0.tv_usec) }
        let signal = status & 0x7F
        let ended: HostileOutcome.End = signal == 0 ? .exit(status >> 8 & 0xFF) : .signal(signal)
        // The time includes that of its workers that have ended.
        let duration = used[0] + used[1]
        let exceeded: HostileOutcome.End? = peak > memoryLimit ? .overMemory : duration > timeLimit ? .timedOut : nil
        return HostileOutcome(
            end: forced ?? exceeded ?? ended, output: text(of: output), errors: text(of: errors), duration: duration,
            peakMemory: peak)
    }

    private func spawn(output: Int32, errors: Int32) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        let input = standardInput.map { $0.hasPrefix("/") ? $0 : folder.path + "/" + $0 } ?? "/dev/null"
        posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output, 1)
        posix_spawn_file_actions_adddup2(&actions, errors, 2)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
        posix_spawnattr_setpgroup(&attributes, 0)
        var variables = ProcessInfo.processInfo.environment
        // Installed units and the user's settings must not affect the result.
        variables["COREIMAGE_UNITS"] = ""
        variables["XDG_DATA_HOME"] = nil
        variables["HOME"] = folder.path
        // Swift's backtrace takes longer than most cases.
        variables["SWIFT_BACKTRACE"] = "enable=no"
        variables.merge(environment) { _, new in new }
        var process = pid_t()
        // `env` changes to the folder and then runs the program, because Swift doesn't import the `posix_spawn` action
        // for it.
        let environment = "/usr/bin/env"
        let code = withCStrings([environment, "-C", folder.path, program.path] + arguments) { arguments in
            withCStrings(variables.map { "\($0.key)=\($0.value)" }) { variables in
                posix_spawn(&process, environment, &actions, &attributes, arguments, variables)
            }
        }
        guard code == 0 else { throw StartError(program: program.path, reason: String(cString: strerror(code))) }
        return process
    }

    private func withCStrings<Result>(
        _ texts: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
    ) -> Result {
        var pointers: [UnsafeMutablePointer<CChar>?] = texts.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        return pointers.withUnsafeMutableBufferPointer { body($0.baseAddress!) }
    }

    /// Creates an unnamed file. Unlike a pipe, it accepts any amount of output without a reader.
    private func scratchFile() throws -> UnsafeMutablePointer<FILE> {
        guard let file = tmpfile() else {
            throw StartError(program: program.path, reason: "no temporary file: \(String(cString: strerror(errno)))")
        }
        return file
    }

    private func text(of file: UnsafeMutablePointer<FILE>) -> String {
        rewind(file)
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }

    /// The factor by which a process may exceed its time limit in real time. On a busy machine it takes a multiple of
    /// its processor time; a process that only waits is stopped after this.
    static let patience = 10

    /// Returns the processor time of all threads, from `stat`, where it is in clock ticks after the name.
    private func processorTime(of process: pid_t) -> Duration {
        guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
            let name = text.lastIndex(of: ")")
        else { return .zero }
        let parts = text[text.index(after: name)...].split(separator: " ")
        guard parts.count > 12, let user = Int(parts[11]), let system = Int(parts[12]) else { return .zero }
        return .milliseconds((user + system) * 1000 / sysconf(Int32(_SC_CLK_TCK)))
    }

    /// Returns the processes that a process has started, from all of its threads.
    private func children(of process: pid_t) -> [pid_t] {
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
        return threads.flatMap { thread in
            let text = try? String(contentsOfFile: "/proc/\(process)/task/\(thread)/children", encoding: .utf8)
            return (text ?? "").split(separator: " ").compactMap { pid_t($0) }
        }
    }

    /// Returns the resident memory in bytes; 0 for a process that has ended. It includes files that are mapped.
    private func residentMemory(of process: pid_t) -> Int {
        guard let text = try? String(contentsOfFile: "/proc/\(process)/statm", encoding: .utf8) else { return 0 }
        let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
    }

    /// Returns the peak resident memory in bytes; 0 for a process that has ended, or that hasn't started the program
    /// yet.
    private func peakMemory(of process: pid_t) -> Int {
        guard let name = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/exe"),
            name == program.resolvingSymlinksInPath().path,
            let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8),
            let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") })
        else { return 0 }
        return (line.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) } ?? 0) * 1024
    }
}
