import Foundation
import UntrustedInput

/// The result of reading a unit without running any of its code: its description, its problems, and its checked
/// kernels.
///
/// A value; safe to share between threads.
package struct UnitScan: Sendable, Hashable, Codable {
    /// A problem or remark, as text.
    package struct Finding: Sendable, Hashable, Codable {
        /// Whether the unit or a part of it can't be used because of this.
        package var isError: Bool
        /// Whether the finding concerns only the unit's author.
        package var isNote = false
        /// The filter concerned; nil if it is the unit or its executable.
        package var filter: String?
        /// The problem and its remedy, as one message.
        package var text: String

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
    package var bundle: URL
    /// The unit's description; nil if the unit as a whole can't be used.
    package var unit: ImageUnitDescription?
    /// Everything found, in order of discovery.
    package var findings: [Finding]
    /// The kernels of the nonexecutable filters, by filter name. A nonexecutable filter without an entry was refused.
    package var kernels: [String: CheckedKernel] = [:]
    /// Filters that the unit lists, but that are not in its description.
    package var refusedFilters: [RefusedFilter]
    /// The fingerprint of this version of the unit; nil if the bundle can't be read completely, and then a finding says
    /// why. Code without a fingerprint must not be trusted: nothing ties what is known about the unit to the code that
    /// runs.
    package internal(set) var fingerprint: UnitFingerprint?

    /// Creates the scan of a unit that can't be read.
    init(refusing bundle: URL, _ problem: ImageUnitProblem) {
        (self.bundle, refusedFilters) = (bundle, [])
        findings = [Finding(ImageUnitIssue(severity: .error, scope: .unit, bundle: bundle, problem: problem))]
        readerFailure = problem.message
    }

    /// Reads a bundle, and compiles its kernels to check them.
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

    /// How the process that read the unit ended; nil if it didn't end.
    package private(set) var readerFailure: String?

    /// Whether both scans describe the same version of a unit.
    package func isSameVersion(as other: UnitScan) -> Bool {
        if let fingerprint { return fingerprint == other.fingerprint }
        return self == other
    }
}
