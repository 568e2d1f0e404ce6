import CoreImage
import Foundation
import Glibc
import Synchronization
import SystemResources
import UntrustedInput

/// The process that runs a unit's code for a validator. It is a hidden mode of the command.
///
/// Its messages go to the original standard output. Everything that the unit prints goes to standard error.
package enum ValidationChild {
    /// The task of the process, passed as JSON on its command line.
    package struct Order: Sendable, Hashable, Codable {
        /// The unit's folder.
        package var unit: String
        /// The filter's name.
        package var filter: String
        /// The names of the checks to run.
        package var checks: [String]
        /// Names of earlier checks that failed, crashed or were skipped for this reason.
        package var failedChecks: [String]
        /// The limits and the seed of the validation.
        package var options: ValidationOptions
    }

    /// Runs the checks of an order and returns. A unit may end the process earlier.
    ///
    /// - Parameter order: An `Order` as JSON.
    /// - Throws: `DecodingError` for any other text.
    package static func run(order text: String) throws {
        let order = try CheckedJSON.decode(Order.self, from: Data(text.utf8))
        let output = try MessageOutput()
        UnitIsolation.forgivesFailures = true
        limitMemory()
        let unit = UnitSubject(bundle: URL(fileURLWithPath: order.unit, isDirectory: true))
        guard let filter = unit.filters.first(where: { $0.name == order.filter }) else { return }
        let checks = ValidationCheck.all.filter { order.checks.contains($0.name) && !$0.isForUnit }
        var validation = FilterValidation(
            filter: filter, checks: checks, options: order.options, failedChecks: Set(order.failedChecks))
        validation.run { output.write($0) }
    }

    /// Limits the address space, so that a unit can't exhaust the machine's memory, and disables core files.
    private static func limitMemory() {
        let bytes = rlim_t(max(4 << 30, UInt64(SystemMemory.available) / 2))
        var memory = rlimit(rlim_cur: bytes, rlim_max: bytes)
        setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &memory)
        var core = rlimit(rlim_cur: 0, rlim_max: 0)
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &core)
    }
}

/// Writes messages as lines to the validating process. Thread-safe.
private final class MessageOutput: Sendable {
    private let file: Mutex<FileHandle>

    /// Takes over standard output and redirects all other output to standard error.
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
        // If the reader is gone, SIGPIPE ends this process, as intended.
        file.withLock { try? $0.write(contentsOf: line + Data("\n".utf8)) }
    }
}
