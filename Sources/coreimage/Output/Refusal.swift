import ArgumentParser
import Foundation

/// An input that can't be used; printed on standard error, exit code 1.
struct Refusal: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

extension ParsableCommand {
    /// Runs `work`; an error that it throws is printed on standard error as `coreimage: …` and ends the command with exit code 1.
    ///
    /// Usage errors (`ValidationError`) and exit codes pass through to the argument parser. Where nobody reads the results any more, the
    /// command ends without a word, with the exit code of a process that SIGPIPE ended.
    func refusing(_ work: () throws -> Void) throws {
        do {
            try work()
        } catch let error as ValidationError {
            throw error
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
