import Foundation

/// Validates a unit: runs the checks of a level on the unit and on each of its filters.
///
/// The checks of the bundle run none of its code. The checks of filters run in separate processes if `isolation` is
/// set. Otherwise they run in this process, which a faulty unit can crash.
package struct Validator {
    /// The thoroughness and the limits.
    package var options: ValidationOptions
    /// Starts the processes for the unit's code. If nil, it runs in this process.
    package var isolation: IsolatedRun?
    /// The name of the only filter to validate; nil for all.
    package var onlyFilter: String?

    /// Creates a validator.
    package init(options: ValidationOptions = ValidationOptions(), isolation: IsolatedRun? = nil) {
        (self.options, self.isolation) = (options, isolation)
    }

    /// Validates a bundle.
    ///
    /// - Parameters:
    ///   - bundle: The unit's folder.
    ///   - progress: Called when a check begins, with the filter's name (nil for the unit) and the check's name.
    /// - Throws: `IsolationError` if no process can be started.
    package func run(
        _ bundle: URL, progress: @escaping (_ filter: String?, _ check: String) -> Void = { _, _ in }
    ) throws -> ValidationReport {
        let unit = UnitSubject(bundle: bundle)
        let chosen = ValidationCheck.chosen(by: options)
        var report = ValidationReport(unit: bundle.path, level: options.level, seed: options.seed, results: [])
        for check in chosen where check.isForUnit {
            progress(nil, check.name)
            let (verdict, seconds) = Timed.run { check.verdict(on: unit, CheckContext(options: options)) }
            report.results.append(check.result(for: nil, verdict, seconds: seconds))
        }
        for filter in unit.filters where onlyFilter == nil || filter.name == onlyFilter {
            report.results += try results(of: filter, in: bundle, progress: progress)
        }
        return report
    }

    /// Validates a filter in this process.
    package func run(_ filter: FilterSubject) -> [CheckResult] {
        let results = ResultList()
        var validation = FilterValidation(filter: filter, checks: filterChecks, options: options)
        validation.run { results.handle($0) }
        return results.all
    }

    private var filterChecks: [ValidationCheck] { ValidationCheck.chosen(by: options).filter { !$0.isForUnit } }

    private func results(
        of filter: FilterSubject, in bundle: URL, progress: @escaping (String?, String) -> Void
    ) throws -> [CheckResult] {
        guard let isolation else { return run(filter) }
        let results = ResultList()
        try isolation.run(filter.name, of: bundle, filterChecks, options: options) { message in
            results.handle(message)
            if case .started(let check) = message { progress(filter.name, check) }
        }
        return results.all
    }
}

/// Collects results. Thread-safe, because checks may send messages from any thread.
private final class ResultList: @unchecked Sendable {
    private let lock = NSLock()
    private var results: [CheckResult] = []

    var all: [CheckResult] { lock.withLock { results } }

    func handle(_ message: ValidationMessage) {
        if case .finished(let result) = message { lock.withLock { results.append(result) } }
    }
}
