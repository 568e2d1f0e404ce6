import Foundation
import KernelLanguage

/// What is being checked, on one line of the terminal that is written over and finally erased; used by one thread.
struct CheckLine {
    /// A line on standard error; nil where that is no terminal.
    static func onTerminal() -> CheckLine? { isatty(STDERR_FILENO) == 1 ? CheckLine() : nil }

    /// Shows a text in place of the one before.
    func show(_ text: String) { write("\r\(printable(text, limit: 78))\u{1B}[K") }

    /// Erases the line.
    func finish() { write("\r\u{1B}[K") }

    private func write(_ text: String) { StandardError.write(text) }
}
