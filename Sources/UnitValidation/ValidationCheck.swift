import Synchronization

/// One thing that is looked at: its name, its level, and why it matters.
///
/// A value; `all` lists every check in the order in which they are made. Each stands in a file of its own under `Checks`.
public struct ValidationCheck: Sendable {
    /// What a check looks at.
    enum Body: Sendable {
        /// The bundle as a whole; runs none of its code.
        case unit(@Sendable (UnitSubject, CheckContext) throws -> Verdict)
        /// One filter; may run the unit's code, so that it happens in a process of its own.
        case filter(@Sendable (FilterSubject, CheckContext) throws -> Verdict)
    }

    /// The name in reports and for `--check`: `tiles-equal-whole`.
    public let name: String
    /// The least level of validation that includes the check, 1 to 10.
    public let level: Int
    /// Why the check exists, a sentence.
    public let reason: String
    /// Names of earlier checks that must not have failed for this one to mean anything.
    let needs: [String]
    let body: Body

    /// Whether it is made once for the unit rather than for each filter.
    public var isForUnit: Bool {
        if case .unit = body { true } else { false }
    }

    /// A check of the bundle.
    init(
        unit name: String, level: Int, reason: String,
        run: @escaping @Sendable (UnitSubject, CheckContext) throws -> Verdict
    ) {
        (self.name, self.level, self.reason, needs, body) = (name, level, reason, [], .unit(run))
    }

    /// A check of one filter.
    init(
        filter name: String, level: Int, needs: [ValidationCheck] = [], reason: String,
        run: @escaping @Sendable (FilterSubject, CheckContext) throws -> Verdict
    ) {
        (self.name, self.level, self.reason, self.needs, body) = (name, level, reason, needs.map(\.name), .filter(run))
    }

    /// Why the check can't be made after `broken` checks; nil when it can.
    func obstacle(_ broken: Set<String>) -> String? {
        needs.first(where: broken.contains).map { "\($0) did not pass" }
    }

    /// The verdict on a filter; an error that the check doesn't handle is a finding.
    func verdict(on filter: FilterSubject, _ context: CheckContext) -> Verdict {
        guard case .filter(let run) = body else { return .skipped("it is a check of the whole unit") }
        let doing = LastNote(context)
        do { return try run(filter, doing.context) } catch {
            guard let crash = UnitCrash.failure(in: error) else { return .failed([Finding(ErrorText.of(error))]) }
            return .crashed(doing.text.map { "\(ErrorText.of(crash)), while \($0)" } ?? ErrorText.of(crash))
        }
    }

    /// The verdict on a bundle; an error that the check doesn't handle is a finding.
    func verdict(on unit: UnitSubject, _ context: CheckContext) -> Verdict {
        guard case .unit(let run) = body else { return .skipped("it is a check of one filter") }
        do { return try run(unit, context) } catch { return .failed([Finding(ErrorText.of(error))]) }
    }
}

/// What a check said last that it is about to do. Thread-safe.
private final class LastNote: Sendable {
    private let last = Mutex<String?>(nil)
    private let original: CheckContext

    init(_ context: CheckContext) { original = context }

    var text: String? { last.withLock { $0 } }

    /// The check's context, listened to.
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
