import Foundation
import SystemResources

/// Finds `coreimage-unit-worker`, the program that runs executable units.
package enum WorkerExecutable {
    private static let program = InstalledProgram(
        name: "coreimage-unit-worker", environmentVariable: "COREIMAGE_UNIT_WORKER")

    static var name: String { program.name }
    /// The environment variable that names the program, for installations in other places.
    static var environmentVariable: String { program.environmentVariable }

    /// Returns the program's URL.
    ///
    /// - Throws: An error with the paths that were tried.
    package static func find(
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(WorkerExecutableError) -> URL {
        do throws(InstalledProgram.Missing) {
            return try program.find(environment: environment)
        } catch {
            throw WorkerExecutableError(tried: error.tried, isNamed: error.isNamed)
        }
    }
}

/// The error if the program that runs executable units isn't found.
package struct WorkerExecutableError: Error, Hashable, CustomStringConvertible {
    let tried: [String]
    /// Whether the environment variable names the program.
    let isNamed: Bool

    package var description: String {
        if isNamed {
            return
                "\(WorkerExecutable.environmentVariable) names \(tried.joined()), which is no program; correct or unset it"
        }
        return
            "\(WorkerExecutable.name), which runs executable units and draws SVG, was not found (looked for \(tried.prefix(3).joined(separator: ", "))"
            + " and in PATH); add the product \(WorkerExecutable.name) to your target's dependencies, install it beside the program, or name "
            + "it in \(WorkerExecutable.environmentVariable); units that you trust run without it, see CIPlugIn.trustsExecutableCode"
    }
}
