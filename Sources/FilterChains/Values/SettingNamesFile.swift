import UntrustedInput

/// The error for a setting that names a file where none may be opened.
package struct SettingNamesFile: Error, Hashable, Sendable, CustomStringConvertible {
    /// The key of the input.
    package let key: String
    /// The path, as it was written.
    package let value: String

    /// Creates an error.
    package init(key: String, value: String) { (self.key, self.value) = (key, value) }

    /// What is wrong, without whether there is such a file.
    package var description: String {
        "\(printable(key)) names the file \(printable(value)), and no file is opened here"
    }
}
