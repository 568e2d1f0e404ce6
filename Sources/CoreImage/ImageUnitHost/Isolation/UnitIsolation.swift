import Foundation
import ImageUnits
import Synchronization
import UnitProcesses

/// What tools want to know of the processes that run units' code.
package enum UnitIsolation {
    private static let isForgiving = Mutex(false)

    /// Whether units may fail as often as they like, for tools that want to see them fail. Counts for units that are loaded afterwards.
    package static var forgivesFailures: Bool {
        get { isForgiving.withLock { $0 } }
        set { isForgiving.withLock { $0 = newValue } }
    }

    /// How units that fail are started again.
    static var restartRules: RestartRules {
        var rules = RestartRules()
        if forgivesFailures { (rules.firstRest, rules.longestRest, rules.offencesToQuarantine) = (.zero, .zero, .max) }
        return rules
    }

    /// When a unit's offences, in this process and in others, put it into quarantine; nil where units may fail as often as they like.
    static var offenceRules: OffenceRules? {
        forgivesFailures
            ? nil
            : OffenceRules(
                limit: RestartRules().offencesToQuarantine, seconds: Int(RestartRules().memory.components.seconds))
    }

    /// The program that runs it, or why there is none.
    package static var workerExecutable: Result<URL, any Error> { Result { try WorkerExecutable.find() } }
}

extension CIFilter {
    /// The process that runs a filter's code, while there is one; nil for filters in this process.
    package static func process(ofCodeOf name: String) -> Int32? {
        (FilterRegistry.shared.filter(named: name) as? WorkerFilter)?.process
    }

    /// Starts the code of an executable filter, and says what is wrong with it; nil when it answers, and for filters that are in this process.
    package static func failure(ofCodeOf name: String) -> (any Error)? {
        do {
            try (try CIFilter.named(name) as? WorkerFilter)?.start()
            return nil
        } catch {
            return error
        }
    }
}
