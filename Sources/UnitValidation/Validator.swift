import Foundation

/// Validates a unit: makes the checks of a level, on the unit and on each of its filters.
///
/// The checks of the bundle run no code of it. Those of filters run in processes of their own where `isolation` says how; without, in this
/// process, which a unit can then end.
public struct Validator {
    /// How thoroughly, and within which limits.
    public var options: ValidationOptions
    /// How processes for the unit's code are started; nil runs it here.
    public var isolation: IsolatedRun?
    /// The only filter that is looked at; nil for all.
    public var onlyFilter: String?

    /// A validator.
    public init(options: ValidationOptions = ValidationOptions(), isolation: IsolatedRun? = nil) {
        (self.options, self.isolation) = (options, isolation)
    }

    /// Validates a bundle.
    ///
    /// - Parameters:
    ///   - bundle: The unit's folder.
    ///   - progress: Hears what is being checked: the filter's name, nil for the unit, and the check's.
    /// - Throws: `IsolationError` when no process can be started.
    public func run(
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

    /// Validates a filter of this process, here.
    public func run(_ filter: FilterSubject) -> [CheckResult] {
        let results = ResultList()
        var validation = FilterValidation(filter: filter, checks: filterChecks, options: options)
        validation.run { results.hear($0) }
        return results.all
    }

    private var filterChecks: [ValidationCheck] { ValidationCheck.chosen(by: options).filter { !$0.isForUnit } }

    private func results(
        of filter: FilterSubject, in bundle: URL, progress: @escaping (String?, String) -> Void
    ) throws -> [CheckResult] {
        guard let isolation else { return run(filter) }
        let results = ResultList()
        try isolation.run(filter.name, of: bundle, filterChecks, options: options) { message in
            results.hear(message)
            if case .started(let check) = message { progress(filter.name, check) }
        }
        return results.all
    }
}

/// Collects results. Thread-safe, as checks may tell from any thread.
private final class ResultList: @unchecked Sendable {
    private let lock = NSLock()
    private var results: [CheckResult] = []

    var all: [CheckResult] { lock.withLock { results } }

    func hear(_ message: ValidationMessage) {
        if case .finished(let result) = message { lock.withLock { results.append(result) } }
    }
}
