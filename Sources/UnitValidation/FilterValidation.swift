/// The checks of one filter, in order. A check is skipped if it needs one that failed.
struct FilterValidation {
    let filter: FilterSubject
    let checks: [ValidationCheck]
    let options: ValidationOptions
    /// Names of earlier checks that failed, crashed or were skipped for this reason.
    var broken: Set<String> = []

    /// Runs the checks. `tell` is called before and after each check, and for its notes.
    mutating func run(tell: @escaping @Sendable (ValidationMessage) -> Void) {
        for check in checks {
            if let obstacle = check.obstacle(broken) {
                broken.insert(check.name)
                tell(.finished(check.result(for: filter.name, .skipped(obstacle), seconds: 0)))
                continue
            }
            tell(.started(check.name))
            let context = CheckContext(options: options) { tell(.noted($0)) }
            let (verdict, seconds) = Timed.run { check.verdict(on: filter, context) }
            if verdict.isBroken { broken.insert(check.name) }
            tell(.finished(check.result(for: filter.name, verdict, seconds: seconds)))
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
