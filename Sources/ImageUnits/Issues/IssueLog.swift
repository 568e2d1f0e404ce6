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

    init(bundle: URL) {
        self.bundle = bundle
    }

    func report(
        _ problem: ImageUnitProblem, _ severity: ImageUnitIssue.Severity = .error, scope: ImageUnitIssue.Scope,
        file: String? = nil, keyPath: String? = nil
    ) {
        if severity == .error { failed.insert(scope) }
        issues.append(
            ImageUnitIssue(
                severity: severity, scope: scope, bundle: bundle, file: file, keyPath: keyPath, problem: problem))
    }

    func refuse(_ filter: RefusedFilter) { refusedFilters.append(filter) }

    /// Whether an error was reported for `scope`.
    func hasError(in scope: ImageUnitIssue.Scope) -> Bool { failed.contains(scope) }
}
