import ArgumentParser
import Foundation
import KernelLanguage

/// An input that can't be used; printed on standard error, exit code 1.
struct Refusal: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

extension ParsableCommand {
    /// Runs `work`; an error that it throws is printed on standard error as `coreimage: …` and ends the command with exit code 1.
    ///
    /// Usage errors (`ValidationError`) and exit codes pass through to the argument parser.
    func refusing(_ work: () throws -> Void) throws {
        do {
            try work()
        } catch let error as ValidationError {
            throw error
        } catch let code as ExitCode {
            throw code
        } catch {
            StandardError.print("coreimage: \(StandardError.text(of: error))")
            throw ExitCode(1)
        }
    }
}

/// Text for people, away from the data on standard output.
enum StandardError {
    /// Prints a line; control characters from untrusted names are stripped.
    static func print(_ line: String) {
        FileHandle.standardError.write(Data((printable(line) + "\n").utf8))
    }

    /// The text without control characters, line breaks and tabs aside.
    static func printable(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 == "\n" || $0 == "\t" || $0.isPrintable }))
    }

    /// The error's own words where it has any.
    static func text(of error: any Error) -> String {
        if let error = error as? any LocalizedError, let text = error.errorDescription { return text }
        return "\(error)"
    }
}
