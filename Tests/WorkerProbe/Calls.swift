import Foundation

/// Behaviours that make system calls.
enum Calls {
    /// Looks up a function of the C library by name, such as `fork`, `ptrace` and `execve`, which Swift doesn't import.
    private static func function<Type>(_ name: String, as type: Type.Type) -> Type {
        unsafeBitCast(dlsym(nil, name), to: type)
    }

    static func run(_ behaviour: Behaviour, _ argument: String) throws -> [UInt8] {
        switch behaviour {
        case .fork:
            let child = function("fork", as: (@convention(c) () -> Int32).self)()
            if child == 0 { _exit(0) }
            return ProbeProblem.code(child)
        case .exec:
            typealias Execute =
                @convention(c) (
                    UnsafePointer<CChar>, UnsafePointer<UnsafeMutablePointer<CChar>?>,
                    UnsafePointer<UnsafeMutablePointer<CChar>?>
                ) -> Int32
            var arguments: [UnsafeMutablePointer<CChar>?] = [strdup(argument), nil]
            var environment: [UnsafeMutablePointer<CChar>?] = [nil]
            return ProbeProblem.code(function("execve", as: Execute.self)(argument, &arguments, &environment))
        case .socket: return ProbeProblem.code(Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
        case .localSocket: return ProbeProblem.code(Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0))
        case .connect:
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = 80
            let result = withUnsafeBytes(of: &address) {
                Glibc.connect(4, $0.baseAddress!.assumingMemoryBound(to: sockaddr.self), socklen_t($0.count))
            }
            return ProbeProblem.code(result)
        case .signalHost: return ProbeProblem.code(kill(getppid(), SIGKILL))
        case .trace:
            typealias Trace = @convention(c) (Int, Int32, Int, Int) -> Int
            return ProbeProblem.code(function("ptrace", as: Trace.self)(16, getppid(), 0, 0))
        case .threads: return try startThreads(Int(argument) ?? 1)
        case .writableCode:
            let memory = mmap(nil, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
            return ProbeProblem.code(memory == MAP_FAILED ? -1 : 0)
        case .limits:
            var limit = rlimit(rlim_cur: .max, rlim_max: .max)
            return ProbeProblem.code(setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit))
        default:
            return [UInt8](try String(contentsOfFile: "/proc/self/status", encoding: .utf8).utf8)
        }
    }

    /// Starts threads with Dispatch and tasks with Swift, which all add to a sum.
    private static func startThreads(_ count: Int) throws -> [UInt8] {
        let sum = LockedSum()
        DispatchQueue.concurrentPerform(iterations: count) { sum.add($0) }
        let done = DispatchSemaphore(value: 0)
        Task {
            await withTaskGroup(of: Void.self) { group in
                for index in 0..<count { group.addTask { sum.add(index) } }
            }
            done.signal()
        }
        done.wait()
        return [UInt8]("\(sum.value)".utf8)
    }
}

/// A sum that threads add to.
final class LockedSum: @unchecked Sendable {
    private let lock = NSLock()
    private var sum = 0

    func add(_ number: Int) { lock.withLock { sum += number } }
    var value: Int { lock.withLock { sum } }
}
