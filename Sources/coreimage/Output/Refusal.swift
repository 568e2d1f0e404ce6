import ArgumentParser
import Foundation

/// An unusable input. The text is printed on standard error, and the exit code is 1.
struct Refusal: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

extension ParsableCommand {
    /// Runs `work`. An error is printed on standard error as `coreimage: …`, and the command ends with exit code 1.
    ///
    /// Usage errors (`ValidationError`, `ArgumentMistake`) and exit codes are rethrown for the argument parser. If the
    /// reader of the
    /// results has closed its end, the command ends silently, with the exit code of a process ended by SIGPIPE.
    func refusing(_ work: () throws -> Void) throws {
        do {
            try work()
        } catch let error as ValidationError {
            throw error
        } catch let mistake as ArgumentMistake {
            throw mistake
        } catch let code as ExitCode {
            throw code
        } catch let failure as OutputFailure where failure.isHangUp {
            throw ExitCode(128 + SIGPIPE)
        } catch {
            StandardError.print("coreimage: \(StandardError.text(of: error))")
            throw ExitCode(1)
        }
    }
}
