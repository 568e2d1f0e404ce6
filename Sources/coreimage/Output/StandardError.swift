import CoreImage
import Foundation
import KernelLanguage

/// Text for people, away from the results on standard output. What can't be written is left out: there is no place left to say so.
enum StandardError {
    /// Prints a line; characters from untrusted names that aren't printable are replaced.
    static func print(_ line: String) { write(printableLines(line) + "\n") }

    /// Writes text that controls the terminal, none of which comes from outside.
    static func write(_ text: String) { _ = StandardOutput.writeAll(Array(text.utf8), to: STDERR_FILENO) }

    /// The error's own words where it has any.
    static func text(of error: any Error) -> String {
        if let error = error as? CIFilterError { return error.text(for: .command) }
        if let error = error as? any LocalizedError, let text = error.errorDescription { return text }
        return "\(error)"
    }
}
