import CommandOutput
import Foundation
import Glibc
import SystemResources

/// A program that takes connections for a command. It is a program of its own, because its HTTP library would make
/// every other command larger.
struct ServerProgram {
    /// The program of `coreimage serve`.
    static let service = ServerProgram(
        program: InstalledProgram(name: "coreimage-serve", environmentVariable: "COREIMAGE_SERVE"))
    /// The program of `coreimage workbench`.
    static let workbench = ServerProgram(
        program: InstalledProgram(name: "coreimage-workbench", environmentVariable: "COREIMAGE_WORKBENCH"))

    private let program: InstalledProgram

    /// The path of the program, or the reason why there is none.
    var location: String {
        do throws(InstalledProgram.Missing) { return try program.find().path } catch {
            return "none: " + text(of: error)
        }
    }

    /// Replaces this process by the program.
    ///
    /// - Parameter arguments: The program's arguments, without its path.
    /// - Throws: `Refusal` if the program isn't found or can't be started.
    func execute(_ arguments: [String]) throws(Refusal) -> Never {
        let path: String
        do throws(InstalledProgram.Missing) {
            path = try program.find().path
        } catch {
            throw Refusal(text(of: error))
        }
        var pointers: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
        execv(path, &pointers)
        throw Refusal("\(path) can't be started: \(String(cString: strerror(errno))). Install it again.")
    }

    private func text(of error: InstalledProgram.Missing) -> String {
        let variable = program.environmentVariable
        guard !error.isNamed else {
            return "\(variable) names \(error.tried.joined()), which is no program. Correct or unset it."
        }
        return "\(program.name), which takes connections, was not found (looked for "
            + "\(error.tried.prefix(3).joined(separator: ", ")) and in PATH). Build it with make, which sets "
            + "COREIMAGE_SERVICE=1, or name it in \(variable)."
    }
}
