/// The checks of one filter, in order. A check is skipped if it needs one that failed.
struct FilterValidation {
    let filter: FilterSubject
    let checks: [ValidationCheck]
    let options: ValidationOptions
    /// Names of earlier checks that failed, crashed or were skipped for this reason.
    var failedChecks: Set<String> = []

    /// Runs the checks. `send` is called before and after each check, and for its notes.
    mutating func run(send: @escaping @Sendable (ValidationMessage) -> Void) {
        for check in checks {
            if let reason = check.skipReason(failedChecks) {
                failedChecks.insert(check.name)
                send(.finished(check.result(for: filter.name, .skipped(reason), seconds: 0)))
                continue
            }
            send(.started(check.name))
            let context = CheckContext(options: options) { send(.noted($0)) }
            let (verdict, seconds) = Timed.run { check.verdict(on: filter, context) }
            if verdict.blocksDependents { failedChecks.insert(check.name) }
            send(.finished(check.result(for: filter.name, verdict, seconds: seconds)))
        }
    }
}

extension ValidationCheck {
    func result(for filter: String?, _ verdict: Verdict, seconds: Double) -> CheckResult {
        CheckResult(check: name, level: level, filter: filter, verdict: verdict, seconds: seconds)
    }
}

/// Measures durations.
enum Timed {
    static func run<Value>(_ work: () throws -> Value) rethrows -> (Value, seconds: Double) {
        let start = ContinuousClock.now
        let value = try work()
        return (value, (ContinuousClock.now - start) / .seconds(1))
    }
}
