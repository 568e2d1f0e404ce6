import Foundation

/// Collects the issues of one bundle while it is read; used by one thread.
final class IssueLog {
    /// The bundle that the issues name.
    let bundle: URL
    /// What was found, in order of discovery.
    private(set) var issues: [ImageUnitIssue] = []
    /// Filters that are listed but can't be used.
    private(set) var refusedFilters: [RefusedFilter] = []
    /// What has an error: a list of many thousand filters must not be searched for each of them.
    private var failed: Set<ImageUnitIssue.Scope> = []
    /// Unknown keys that were probably meant to be others, by those: indices of their issues.
    private var slips: [Slip: Int] = [:]
    /// Names of inputs that don't begin with `input`, in order of discovery, each once.
    private(set) var unprefixedInputs: [String] = []
    private var knownUnprefixed: Set<String> = []

    /// A key that isn't there, and that a key beside it is probably meant to be.
    private struct Slip: Hashable {
        let file: String
        let path: String
        let meant: String
    }

    init(bundle: URL) {
        self.bundle = bundle
    }

    func report(
        _ problem: ImageUnitProblem, _ severity: ImageUnitIssue.Severity = .error, scope: ImageUnitIssue.Scope,
        file: String? = nil, line: Int? = nil, keyPath: String? = nil
    ) {
        if severity == .error { failed.insert(scope) }
        issues.append(
            ImageUnitIssue(
                severity: severity, scope: scope, bundle: bundle, file: file, line: line, keyPath: keyPath,
                problem: problem))
    }

    /// Remembers that the issue reported last is a misspelling of `key`, which isn't there.
    func noteSlip(in file: String, path: String, for key: String) {
        slips[Slip(file: file, path: path, meant: key)] = issues.indices.last
    }

    /// Has the misspelling of a key answer for its absence: one mistake is one issue. False where none was noted.
    func blameSlip(
        in file: String, path: String, for key: String, _ severity: ImageUnitIssue.Severity,
        scope: ImageUnitIssue.Scope
    ) -> Bool {
        guard let index = slips[Slip(file: file, path: path, meant: key)] else { return false }
        if severity == .error {
            (issues[index].severity, issues[index].scope) = (.error, scope)
            failed.insert(scope)
        }
        return true
    }

    /// Remembers an input whose name doesn't begin with `input`: a unit gets one note about all of them.
    func noteUnprefixed(_ name: String) {
        if knownUnprefixed.insert(name).inserted { unprefixedInputs.append(name) }
    }

    func refuse(_ filter: RefusedFilter) { refusedFilters.append(filter) }

    /// Whether an error was reported for `scope`.
    func hasError(in scope: ImageUnitIssue.Scope) -> Bool { failed.contains(scope) }
}
