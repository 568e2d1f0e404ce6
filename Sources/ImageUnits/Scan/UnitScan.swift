import Foundation
import KernelLanguage

/// What looking at a unit came to, without running any of its code: what it describes, what is wrong, and which kernels are in order.
///
/// A value; safe to share between threads.
public struct UnitScan: Sendable, Hashable, Codable {
    /// Something wrong, or worth knowing, in words.
    public struct Finding: Sendable, Hashable, Codable {
        /// Whether something can't be used because of it.
        public var isError: Bool
        /// Whether it is of interest to the unit's author alone.
        public var isNote = false
        /// The filter concerned; nil when it is the unit or its executable.
        public var filter: String?
        /// What is wrong and what to do.
        public var text: String

        init(_ issue: ImageUnitIssue) {
            (isError, isNote) = (issue.severity == .error, issue.severity == .note)
            (filter, text) = (issue.filterName, issue.description)
        }

        init(of filter: FilterDescription, _ error: any Error) {
            (isError, self.filter) = (true, filter.name)
            text = "\(printable(filter.bundle.lastPathComponent)): error: \(printable(filter.name)): \(error)"
        }
    }

    /// The unit's folder.
    public var bundle: URL
    /// What the unit says of itself; nil when it can't be used as a whole.
    public var unit: ImageUnitDescription?
    /// Everything found, in order of discovery.
    public var findings: [Finding]
    /// The kernels of the nonexecutable filters by filter; a filter without one was refused.
    public var kernels: [String: CheckedKernel] = [:]
    /// Filters that are listed, and that the description leaves out.
    public var refusedFilters: [RefusedFilter]
    /// The version of the unit; nil, with a finding that says why, when not all of it can be read: its code must not be trusted then, as
    /// nothing ties what is known of it to what runs.
    public internal(set) var fingerprint: UnitFingerprint?

    /// A unit that can't be read, and why.
    init(refusing bundle: URL, _ problem: ImageUnitProblem) {
        (self.bundle, refusedFilters) = (bundle, [])
        findings = [Finding(ImageUnitIssue(severity: .error, scope: .unit, bundle: bundle, problem: problem))]
        readerFailure = problem.message
    }

    /// Reads a bundle, and compiles its kernels to see that they can be.
    package init(reading bundle: URL, languages: [String]) {
        let reading = ImageUnitDescription.read(at: bundle, languages: languages)
        self.bundle = bundle
        unit = reading.unit
        refusedFilters = reading.refusedFilters
        findings = reading.issues.map(Finding.init)
        for filter in reading.unit?.filters ?? [] {
            var warnings: [ImageUnitIssue] = []
            do {
                if let kernel = try CheckedKernel(filter, warn: { warnings.append($0) }) {
                    kernels[filter.name] = kernel
                    findings += warnings.map(Finding.init)
                }
            } catch let unsuited as UnsuitedKernel {
                findings += unsuited.issues.map(Finding.init)
            } catch let issue as ImageUnitIssue {
                findings.append(Finding(issue))
            } catch {
                findings.append(Finding(of: filter, error))
            }
        }
    }

    /// How reading the unit ended the process that did; nil where it didn't.
    public private(set) var readerFailure: String?

    /// Whether both describe the same version of a unit.
    public func isSameVersion(as other: UnitScan) -> Bool {
        if let fingerprint { return fingerprint == other.fingerprint }
        return self == other
    }
}
