/// The path of a picture below its source, from the parts of an address.
package struct SourcePath: Hashable, Sendable {
    /// The names of the folders and of the file.
    package let names: [String]

    private static let mostNames = 32

    /// Checks the parts of an address.
    ///
    /// Names that begin with a dot are refused: `..` leaves the source, and the others are of hidden files.
    ///
    /// - Throws: `Problem`.
    package init(_ names: some Sequence<String>) throws(Problem) {
        let names = Array(names)
        guard !names.isEmpty, names.count <= Self.mostNames else {
            throw Problem(
                .missing, "The address names no picture.", remedy: "Write the picture's path behind the source.")
        }
        for name in names {
            guard !name.isEmpty, name.utf8.count <= 255 else {
                throw Problem(.missing, "A name in the address is empty or too long.", remedy: "Correct the path.")
            }
            guard !name.hasPrefix("."), !name.contains("/"), !name.utf8.contains(0) else {
                throw Problem(
                    .forbidden, "A name in the address begins with a dot or has a slash in it.",
                    remedy: "Name a file below the source.")
            }
        }
        self.names = names
    }

    /// The path, with slashes.
    package var text: String { names.joined(separator: "/") }
}
