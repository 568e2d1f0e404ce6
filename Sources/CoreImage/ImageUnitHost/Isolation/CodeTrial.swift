import Foundation
import ImageUnits
import KernelLanguage

/// Finds out, in the sandbox, whether the code of a unit has what its Description.plist names: classes, and functions
/// in C.
package enum CodeTrial {
    /// Something that is wrong with the code.
    package struct Finding: Sendable, Hashable {
        /// Whether a filter can't be made; otherwise the code couldn't be tried here, and perhaps can elsewhere.
        package let isError: Bool
        /// What is wrong and what to do, in a line.
        package let text: String
    }

    /// Makes each filter with code of a unit, which need not be registered, in a process of its own.
    ///
    /// - Returns: What is wrong; nothing where the unit has no code for this host, or where there is no program to run
    ///   it in.
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
            // What an unfinished unit does is not held against it later.
            let code = try WorkerUnit(
                source, limits: CIPlugIn.executableUnitLimits, quarantine: UnitQuarantine(path: nil))
            var findings: [Finding] = []
            for filter in filters {
                do throws(CIPlugInFailure) {
                    try WorkerFilterInterface(filter, of: code).start()
                } catch {
                    let isOpen = code.process != nil
                    findings.append(finding(filter.name, error.reason, isError: isOpen && error.cause == .refused))
                    // What doesn't load for one filter doesn't load for the next.
                    if !isOpen { break }
                }
            }
            return findings
        } catch {
            return [finding(filters[0].name, "\(error)", isError: false)]
        }
    }
}
