import Synchronization

/// A check of a unit: its name, its level, and the reason for it.
///
/// `all` lists every check in the order in which they run. Each one has its own file in `Checks`.
package struct ValidationCheck: Sendable {
    /// The function that performs a check, by its subject.
    enum Body: Sendable {
        /// Checks the bundle as a whole, without running its code.
        case unit(@Sendable (UnitSubject, CheckContext) throws -> Verdict)
        /// Checks one filter. It may run the unit's code and therefore runs in a separate process.
        case filter(@Sendable (FilterSubject, CheckContext) throws -> Verdict)
    }

    /// The name in reports and for `--check`, for example `tiles-equal-whole`.
    package let name: String
    /// The lowest validation level that includes the check, 1 to 10.
    package let level: Int
    /// The reason for the check, as a sentence.
    package let reason: String
    /// Names of earlier checks that must succeed for this one to be meaningful.
    let needs: [String]
    let body: Body

    /// Whether the check runs once for the unit instead of for each filter.
    package var isForUnit: Bool {
        if case .unit = body { true } else { false }
    }

    /// Creates a check of the bundle.
    init(
        unit name: String, level: Int, reason: String,
        run: @escaping @Sendable (UnitSubject, CheckContext) throws -> Verdict
    ) {
        (self.name, self.level, self.reason, needs, body) = (name, level, reason, [], .unit(run))
    }

    /// Creates a check of one filter.
    init(
        filter name: String, level: Int, needs: [ValidationCheck] = [], reason: String,
        run: @escaping @Sendable (FilterSubject, CheckContext) throws -> Verdict
    ) {
        (self.name, self.level, self.reason, self.needs, body) = (name, level, reason, needs.map(\.name), .filter(run))
    }

    /// Returns the reason why the check can't run after `failedChecks`, or nil if it can.
    func skipReason(_ failedChecks: Set<String>) -> String? {
        needs.first(where: failedChecks.contains).map { "\($0) did not pass" }
    }

    /// Returns the verdict on a filter. An error thrown by the check becomes a finding.
    func verdict(on filter: FilterSubject, _ context: CheckContext) -> Verdict {
        guard case .filter(let run) = body else { return .skipped("it is a check of the whole unit") }
        let doing = LastNote(context)
        do { return try run(filter, doing.context) } catch {
            guard let crash = UnitCrash.failure(in: error) else { return .failed([Finding(ErrorText.of(error))]) }
            return .crashed(doing.text.map { "\(ErrorText.of(crash)), while \($0)" } ?? ErrorText.of(crash))
        }
    }

    /// Returns the verdict on a bundle. An error thrown by the check becomes a finding.
    func verdict(on unit: UnitSubject, _ context: CheckContext) -> Verdict {
        guard case .unit(let run) = body else { return .skipped("it is a check of one filter") }
        do { return try run(unit, context) } catch { return .failed([Finding(ErrorText.of(error))]) }
    }
}

/// Stores the latest note of a check. Thread-safe.
private final class LastNote: Sendable {
    private let last = Mutex<String?>(nil)
    private let original: CheckContext

    init(_ context: CheckContext) { original = context }

    var text: String? { last.withLock { $0 } }

    /// The check's context, with a `note` that also stores its text here.
    var context: CheckContext {
        var context = original
        let note = original.note
        context.note = { [self] text in
            last.withLock { $0 = text }
            note(text)
        }
        return context
    }
}
