import Foundation

/// Collects the issues of one bundle while it is read. For use by one thread.
final class IssueLog {
    /// The bundle that the issues refer to.
    let bundle: URL
    /// All issues, in order of discovery.
    private(set) var issues: [ImageUnitIssue] = []
    /// Filters that are listed, but can't be used.
    private(set) var refusedFilters: [RefusedFilter] = []
    /// The scopes that have an error. A set, because searching all issues for each of many thousand filters would be
    /// slow.
    private var failed: Set<ImageUnitIssue.Scope> = []
    /// The indices of issues about unknown keys that are probably misspellings of an absent key, by that absent key.
    private var misspellings: [Misspelling: Int] = [:]
    /// The names of inputs that don't start with `input`, without repetition, in order of discovery.
    private(set) var unprefixedInputs: [String] = []
    private var knownUnprefixed: Set<String> = []

    /// An absent key, and the dictionary that probably has it misspelt.
    private struct Misspelling: Hashable {
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

    /// Records that the last issue is a misspelling of `key`, which is absent.
    func recordMisspelling(in file: String, path: String, for key: String) {
        misspellings[Misspelling(file: file, path: path, meant: key)] = issues.indices.last
    }

    /// Raises the issue about a misspelling of `key` to `severity`, instead of reporting the missing key too.
    ///
    /// - Returns: Whether a misspelling was recorded.
    func raiseMisspelling(
        in file: String, path: String, for key: String, _ severity: ImageUnitIssue.Severity,
        scope: ImageUnitIssue.Scope
    ) -> Bool {
        guard let index = misspellings[Misspelling(file: file, path: path, meant: key)] else { return false }
        if severity == .error {
            (issues[index].severity, issues[index].scope) = (.error, scope)
            failed.insert(scope)
        }
        return true
    }

    /// Records an input whose name doesn't start with `input`. A unit gets one note about all of them.
    func noteUnprefixed(_ name: String) {
        if knownUnprefixed.insert(name).inserted { unprefixedInputs.append(name) }
    }

    func refuse(_ filter: RefusedFilter) { refusedFilters.append(filter) }

    /// Whether an error was reported for `scope`.
    func hasError(in scope: ImageUnitIssue.Scope) -> Bool { failed.contains(scope) }
}
