import CoreImage
import Foundation
import Glibc
import ImageUnits
import UntrustedInput

/// Examines all folders of image units and reports the state of their contents.
package struct UnitDoctor {
    /// The folders, in search order.
    package var folders: [URL]
    /// Whether machine code of units may run. If not, executable filters are reported as refused.
    package var allowsExecutableCode: Bool

    /// Creates a doctor for folders. Without folders it examines those that hosts search.
    package init(folders: [URL] = [], allowsExecutableCode: Bool = true) {
        self.folders = folders.isEmpty ? ImageUnitSearchPath.standard().folders : folders
        self.allowsExecutableCode = allowsExecutableCode
    }

    /// Loads all units like a host, and reports their state.
    package func examine() -> DoctorReport {
        var owners: [String: [String]] = [:]
        var seen: Set<String> = []
        let examined = folders.map { folder in
            let state = Self.state(of: folder)
            let isUnit = folder.pathExtension == "plugin"
            let bundles = isUnit ? [folder] : ImageUnitSearchPath(folders: [folder]).bundles()
            let units =
                state != .searched
                ? []
                : bundles.compactMap { bundle -> DoctorReport.Unit? in
                    guard seen.insert(bundle.resolvingSymlinksInPath().path).inserted else { return nil }
                    let report = loadedReport(of: bundle)
                    for filter in report.filters { owners[filter.name, default: []].append(bundle.path) }
                    return Self.unit(report, owners: owners)
                }
            return DoctorReport.Folder(path: folder.path, state: state, units: units)
        }
        let duplicates = owners.filter { $0.value.count > 1 }.sorted { $0.key < $1.key }
        return DoctorReport(
            folders: examined, layers: HostLayers.all,
            duplicates: duplicates.map { DoctorReport.Duplicate(name: printable($0.key), units: $0.value) })
    }

    private func loadedReport(of bundle: URL) -> CIPlugInReport {
        do throws(CIPlugInError) {
            return try CIPlugIn.loadReporting(bundle, allowExecutableCode: allowsExecutableCode)
        } catch {
            return error.report
        }
    }

    private static func state(of folder: URL) -> DoctorReport.Folder.State {
        var status = stat()
        guard stat(folder.path, &status) == 0 else { return errno == EACCES ? .unreadable : .missing }
        guard status.st_mode & S_IFMT == S_IFDIR else { return .notAFolder }
        return access(folder.path, R_OK | X_OK) == 0 ? .searched : .unreadable
    }

    private static func unit(_ report: CIPlugInReport, owners: [String: [String]]) -> DoctorReport.Unit {
        let problems = report.problems.map { problem in
            DoctorReport.Problem(isError: problem.isError, message: oneLine(problem.description))
        }
        let filters = report.filters.map { filter in
            let own = report.problems.first { $0.isError && $0.filter == filter.name }
            let shared = report.problems.first { $0.isError && $0.filter == nil }
            var (state, reason) = DoctorReport.Filter.State.outcome(of: filter.state)
            reason = reason ?? (own ?? shared).map { oneLine($0.description) }
            // Machine code must be run to see whether it works, which happens in a worker process.
            if state == .loaded, filter.isExecutable, let failure = CIFilter.startFailure(ofFilter: filter.name) {
                (state, reason) = (.failing, oneLine("\(failure)"))
            }
            return DoctorReport.Filter(
                name: printable(filter.name), isExecutable: filter.isExecutable, state: state,
                reason: state == .loaded ? nil : reason)
        }
        return DoctorReport.Unit(
            path: report.url.path, identifier: report.identifier.map { printable($0) },
            version: report.version.map { printable($0) }, isLoaded: report.isLoaded, filters: filters,
            problems: problems)
    }

    private static func oneLine(_ text: String) -> String {
        printable(text.split(separator: "\n").joined(separator: " "), limit: 800)
    }
}

extension DoctorReport.Filter.State {
    /// Returns the state of a filter, with the reason if the original state implies one.
    fileprivate static func outcome(of state: CIPlugInReport.Filter.State) -> (Self, reason: String?) {
        switch state {
        case .registered: (.loaded, nil)
        case .refused: (.refused, nil)
        case .shadowed: (.shadowed, nil)
        case .quarantined: (.quarantined, nil)
        case .notAllowed: (.refused, "no code of units may run; leave --no-executable-units out")
        case .unloaded: (.refused, "the unit was unloaded; load it again")
        }
    }
}
