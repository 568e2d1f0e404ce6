import CoreImageEssentials
import Foundation
import ImageUnits
import Synchronization
import UnitProcesses

/// Access to the worker processes of units, for tools.
package enum UnitIsolation {
    private static let isForgiving = Mutex(false)

    /// Whether units may fail any number of times without delay or quarantine, for tools that test failures. A change
    /// affects units that are loaded after it.
    package static var forgivesFailures: Bool {
        get { isForgiving.withLock { $0 } }
        set { isForgiving.withLock { $0 = newValue } }
    }

    /// The rules for restarting units that fail.
    static var restartRules: RestartRules {
        var rules = RestartRules()
        if forgivesFailures {
            (rules.firstRestartDelay, rules.longestRestartDelay, rules.offencesToQuarantine) = (.zero, .zero, .max)
        }
        return rules
    }

    /// The rules by which a unit's offences, counted over all processes, put it into quarantine; nil if units may fail
    /// any number of times.
    static var offenceRules: OffenceRules? {
        forgivesFailures
            ? nil
            : OffenceRules(
                limit: RestartRules().offencesToQuarantine,
                seconds: Int(RestartRules().offenceLifetime.components.seconds))
    }

    /// The worker program, or the error if there is none.
    package static var workerExecutable: Result<URL, any Error> { Result { try WorkerExecutable.find() } }
}

extension CIFilter {
    /// Returns the ID of the process that runs a filter's code, if it is running; nil for filters in this process.
    package static func workerProcess(ofFilter name: String) -> Int32? {
        (FilterRegistry.shared.filter(named: name) as? RemoteFilter)?.process
    }

    /// Starts the code of an executable filter, and returns the error if it fails; nil if it succeeds, and for filters
    /// in this process.
    package static func startFailure(ofFilter name: String) -> (any Error)? {
        do {
            try (try CIFilter.named(name) as? RemoteFilter)?.start()
            return nil
        } catch {
            return error
        }
    }
}
