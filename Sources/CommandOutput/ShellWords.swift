import Foundation

/// Formats words as a shell command.
package enum ShellWords {
    /// Returns the words on one line, quoted for the shell where necessary.
    package static func line(_ words: [String]) -> String { words.map(quoted).joined(separator: " ") }

    /// Returns a word, quoted for the shell if necessary.
    package static func quoted(_ word: String) -> String {
        let plain =
            !word.isEmpty && word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_./=,:@+%".contains($0)) }
        return plain ? word : "'" + word.replacingOccurrences(of: "'", with: "'\\''") + "'"
    }
}
