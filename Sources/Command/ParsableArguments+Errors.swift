import ArgumentParser
import CommandOutput
import FilterChains
import Foundation
import PictureBatches

extension ParsableArguments {
    /// Runs a check of the arguments. Errors about them are thrown as those of the argument parser.
    func validating<Result>(_ check: () throws -> Result) throws -> Result {
        do {
            return try check()
        } catch let error as UsageError {
            throw ValidationError(error.description)
        } catch let error as ChainSyntaxError {
            throw ValidationError(error.description)
        }
    }
}

extension ParsableCommand {
    /// Runs `work`. An error is printed on standard error as `coreimage: …`, and the command ends with exit code 1.
    ///
    /// Usage errors (`UsageError`, `ValidationError`, `ArgumentMistake`) and exit codes are thrown for the argument
    /// parser. If the reader of the results has closed its end, the command ends silently, with the exit code of a
    /// process ended by SIGPIPE.
    func refusing(_ work: () throws -> Void) throws {
        do {
            try work()
        } catch let error as UsageError {
            throw ValidationError(error.description)
        } catch let error as ValidationError {
            throw error
        } catch let mistake as ArgumentMistake {
            throw mistake
        } catch let code as ExitCode {
            throw code
        } catch let failure as PictureRunFailure {
            throw ExitCode(failure.exitCode)
        } catch let failure as OutputFailure where failure.isHangUp {
            throw ExitCode(128 + SIGPIPE)
        } catch {
            StandardError.print("coreimage: \(StandardError.text(of: error))")
            throw ExitCode(1)
        }
    }
}
