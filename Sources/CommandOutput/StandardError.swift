import CoreImage
import Foundation
import UntrustedInput

/// Writes messages for people to standard error, separate from the results on standard output. Failures are ignored,
/// because there is no other place to report them.
package enum StandardError {
    /// Prints a line. Characters that aren't printable are replaced, because names may be untrusted.
    package static func print(_ line: String) { write(printableLines(line) + "\n") }

    /// Writes text with control sequences for the terminal. It must not contain external text.
    static func write(_ text: String) { _ = StandardOutput.writeAll(Array(text.utf8), to: STDERR_FILENO) }

    /// Returns the error's own description, if it has one.
    package static func text(of error: any Error) -> String {
        if let error = error as? CIFilterError { return error.text(for: .command) }
        if let error = error as? any LocalizedError, let text = error.errorDescription { return text }
        return FoundationErrorText.text(of: error) ?? "\(error)"
    }
}
