import UntrustedInput

/// An argument that stands for a file whose name isn't UTF-8.
///
/// It begins with the character NUL, which arguments of a process can't contain, so that it can't be the name of
/// another file.
enum UnreadableName {
    private static let mark: Character = "\0"

    /// Returns the argument for a name: the name itself if it is UTF-8.
    static func argument(for name: FileName) -> String { name.text ?? "\(mark)\(name.displayText)" }

    /// Returns the name for messages that an argument stands for; nil for other arguments.
    static func text(of argument: String) -> String? {
        argument.first == mark ? String(argument.dropFirst()) : nil
    }
}
