import CommandOutput
import Foundation
import Glibc
import SystemResources

/// The program `coreimage-workbench`, which takes connections. It is a program of its own, because its HTTP library
/// would make every other command larger.
package enum WorkbenchProgram {
    private static let program = InstalledProgram(
        name: "coreimage-workbench", environmentVariable: "COREIMAGE_WORKBENCH")

    /// The path of the program, or the reason why there is none.
    package static var location: String {
        do throws(InstalledProgram.Missing) { return try program.find().path } catch {
            return "none: " + text(of: error)
        }
    }

    /// Replaces this process by the program.
    ///
    /// - Throws: `Refusal` if the program isn't found or can't be started.
    package static func execute(_ launch: WorkbenchLaunch) throws -> Never {
        let path: String
        do throws(InstalledProgram.Missing) {
            path = try program.find().path
        } catch {
            throw Refusal(text(of: error))
        }
        let settings = String(decoding: try JSONEncoder().encode(launch), as: UTF8.self)
        var pointers: [UnsafeMutablePointer<CChar>?] = [strdup(path), strdup(settings), nil]
        execv(path, &pointers)
        throw Refusal("\(path) can't be started: \(String(cString: strerror(errno))). Install it again.")
    }

    private static func text(of error: InstalledProgram.Missing) -> String {
        let variable = program.environmentVariable
        guard !error.isNamed else {
            return "\(variable) names \(error.tried.joined()), which is no program. Correct or unset it."
        }
        return "\(program.name), which takes connections, was not found (looked for "
            + "\(error.tried.prefix(3).joined(separator: ", ")) and in PATH). Build it with make, which sets "
            + "COREIMAGE_SERVICE=1, or name it in \(variable)."
    }
}
