import CoreImage
import Foundation
import Glibc
import Synchronization
import SystemResources
import UntrustedInput

/// The process that runs the code of a unit for a validator, as a hidden mode of a command.
///
/// It writes messages to what was standard output when it began; whatever the unit prints goes to standard error.
public enum ValidationChild {
    /// What such a process is to do; travels as JSON on its command line.
    public struct Order: Sendable, Hashable, Codable {
        /// The unit's folder.
        public var unit: String
        /// The filter's name.
        public var filter: String
        /// The names of the checks to make.
        public var checks: [String]
        /// Names of earlier checks that did not pass.
        public var broken: [String]
        /// Limits and seed.
        public var options: ValidationOptions
    }

    /// Makes the checks of an order and returns; a unit may end the process before.
    ///
    /// - Parameter order: An `Order` as JSON.
    /// - Throws: `DecodingError` for anything else.
    public static func run(order text: String) throws {
        let order = try CheckedJSON.decode(Order.self, from: Data(text.utf8))
        let output = try MessageOutput()
        UnitIsolation.forgivesFailures = true
        limitMemory()
        let unit = UnitSubject(bundle: URL(fileURLWithPath: order.unit, isDirectory: true))
        guard let filter = unit.filters.first(where: { $0.name == order.filter }) else { return }
        let checks = ValidationCheck.all.filter { order.checks.contains($0.name) && !$0.isForUnit }
        var validation = FilterValidation(
            filter: filter, checks: checks, options: order.options, broken: Set(order.broken))
        validation.run { output.write($0) }
    }

    /// A unit that asks for all memory is refused before the machine suffers, and leaves no image of itself on disk.
    private static func limitMemory() {
        let bytes = rlim_t(max(4 << 30, UInt64(SystemMemory.available) / 2))
        var memory = rlimit(rlim_cur: bytes, rlim_max: bytes)
        setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &memory)
        var core = rlimit(rlim_cur: 0, rlim_max: 0)
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &core)
    }
}

/// Lines to the waiting process. Thread-safe.
private final class MessageOutput: Sendable {
    private let file: Mutex<FileHandle>

    /// Takes standard output away from everybody else.
    init() throws {
        fflush(nil)
        let own = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
        guard own >= 0, dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 else {
            throw IsolationError.noPipe(String(cString: strerror(errno)))
        }
        file = Mutex(FileHandle(fileDescriptor: own, closeOnDealloc: true))
    }

    func write(_ message: ValidationMessage) {
        guard let line = try? JSONEncoder().encode(message) else { return }
        // Nobody to read it is nobody to work for: the signal ends the process.
        file.withLock { try? $0.write(contentsOf: line + Data("\n".utf8)) }
    }
}
