import CoreImageEssentials
import Foundation
import ImageUnits
import UntrustedInput

/// Checks, in the sandbox, whether the code of a unit provides the classes and C functions that its Description.plist
/// names, and whether the kernels in the code compile.
package enum CodeTrial {
    /// A problem with the code.
    package struct Finding: Sendable, Hashable {
        /// Whether a filter can't be made. Otherwise the code couldn't be tried here, but may work on another machine.
        package let isError: Bool
        /// The problem and its remedy, in one line.
        package let text: String
    }

    /// Creates each executable filter of a unit in a worker process, and requests the output image of those that are
    /// classes. The unit need not be registered.
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
            let code = try RemoteCode(
                source, limits: CIPlugIn.executableUnitLimits, quarantine: UnitQuarantine(path: nil))
            var findings: [Finding] = []
            var started: [RemoteFilterInterface] = []
            for filter in filters {
                let interface = RemoteFilterInterface(filter, of: code)
                do throws(CIPlugInFailure) {
                    try interface.start()
                    if filter.processor == nil { started.append(interface) }
                } catch {
                    let isOpen = code.process != nil
                    findings.append(finding(filter.name, error.reason, isError: isOpen && error.cause == .refused))
                    // If the unit's code can't be loaded for one filter, it can't be loaded for the others.
                    if !isOpen { break }
                }
            }
            for interface in started {
                guard let reason = brokenKernel(of: interface) else { continue }
                findings.append(finding(interface.description.name, reason, isError: true))
            }
            return findings
        } catch {
            return [finding(filters[0].name, "\(error)", isError: false)]
        }
    }

    /// Requests a filter's output image for a small picture, and returns the diagnostics if a kernel in its code
    /// doesn't compile: code makes its kernels when they are first used.
    ///
    /// Other failures aren't reported, because the filter may need values that aren't known here.
    private static func brokenKernel(of interface: RemoteFilterInterface) -> String? {
        let picture = CIImage(color: .gray).cropped(to: CGRect(x: 0, y: 0, width: 16, height: 16))
        do {
            var values: [String: Any] = [:]
            for input in try interface.inputs() where input.expectedClass == "CIImage" { values[input.key] = picture }
            let output = RemoteOutput(
                of: interface.code, filter: interface.description.name, object: interface.code.newFilterID(),
                values: values)
            _ = try output.image()
            return nil
        } catch {
            guard let failure = error as? CIPlugInFailure, failure.cause == .brokenKernel else { return nil }
            return failure.reason
        }
    }
}
