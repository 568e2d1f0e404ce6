import Foundation

/// Words of a command as somebody types them into a shell.
enum ShellWords {
    /// The words on one line, quoted where the shell would read them otherwise.
    static func line(_ words: [String]) -> String { words.map(quoted).joined(separator: " ") }

    /// One word, quoted where the shell would read it otherwise.
    static func quoted(_ word: String) -> String {
        let plain =
            !word.isEmpty && word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_./=,:@+%".contains($0)) }
        return plain ? word : "'" + word.replacingOccurrences(of: "'", with: "'\\''") + "'"
    }
}
