import Foundation
import UntrustedInput

/// One line of a terminal, which is overwritten and finally erased.
package struct TerminalLine: Sendable {
    private let write: @Sendable (String) -> Void

    /// - Parameter write: Sends text to the terminal.
    init(write: @escaping @Sendable (String) -> Void) { self.write = write }

    /// Returns a line on standard error, or nil if that isn't a terminal.
    package static func onStandardError() -> TerminalLine? {
        isatty(STDERR_FILENO) == 1 ? TerminalLine { StandardError.write($0) } : nil
    }

    /// Replaces the shown text.
    package func show(_ text: String) { write("\r\(printable(text, limit: 78))\u{1B}[K") }

    /// Erases the text.
    package func erase() { write("\r\u{1B}[K") }
}
