import Foundation
import KernelLanguage

/// Shows the current check on one line of the terminal, which is overwritten and finally erased. For use on one thread.
struct CheckLine {
    /// Returns a line on standard error, or nil if that isn't a terminal.
    static func onTerminal() -> CheckLine? { isatty(STDERR_FILENO) == 1 ? CheckLine() : nil }

    /// Replaces the shown text.
    func show(_ text: String) { write("\r\(printable(text, limit: 78))\u{1B}[K") }

    /// Erases the line.
    func finish() { write("\r\u{1B}[K") }

    private func write(_ text: String) { StandardError.write(text) }
}
