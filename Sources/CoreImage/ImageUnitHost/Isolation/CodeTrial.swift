import Foundation
import ImageUnits
import KernelLanguage

/// Checks, in the sandbox, whether the code of a unit provides the classes and C functions that its Description.plist
/// names.
package enum CodeTrial {
    /// A problem with the code.
    package struct Finding: Sendable, Hashable {
        /// Whether a filter can't be made. Otherwise the code couldn't be tried here, but may work on another machine.
        package let isError: Bool
        /// The problem and its remedy, in one line.
        package let text: String
    }

    /// Creates each executable filter of a unit in a worker process. The unit need not be registered.
    ///
    /// - Returns: The problems found; empty if the unit has no code for this host, or if there is no program to run it
    ///   in.
    package static func findings(in bundle: URL) -> [Finding] {
        let scan = UnitScanner(cache: nil, host: "").scan(bundle)
        guard let unit = scan.unit, let executable = unit.executable, let fingerprint = scan.fingerprint,
            case .success = UnitIsolation.workerExecutable
        else { return [] }
        let filters = unit.filters.filter {
            $0.kind == .executable && ImageUnitHost.refusal(of: $0, by: executable) == nil
        }
        guard !filters.isEmpty else { return [] }
        func finding(_ filter: String, _ reason: String, isError: Bool) -> Finding {
            let place = [bundle.lastPathComponent, isError ? "error" : "warning", filter].map { printable($0) }
            return Finding(isError: isError, text: (place + [printableLines(reason)]).joined(separator: ": "))
        }
        do {
            let source = UnitCodeSource(unit: unit, executable: executable, fingerprint: fingerprint)
            // Offences of an unfinished unit aren't recorded in the quarantine.
            let code = try WorkerUnit(
                source, limits: CIPlugIn.executableUnitLimits, quarantine: UnitQuarantine(path: nil))
            var findings: [Finding] = []
            for filter in filters {
                do throws(CIPlugInFailure) {
                    try WorkerFilterInterface(filter, of: code).start()
                } catch {
                    let isOpen = code.process != nil
                    findings.append(finding(filter.name, error.reason, isError: isOpen && error.cause == .refused))
                    // If the unit's code can't be loaded for one filter, it can't be loaded for the others.
                    if !isOpen { break }
                }
            }
            return findings
        } catch {
            return [finding(filters[0].name, "\(error)", isError: false)]
        }
    }
}
