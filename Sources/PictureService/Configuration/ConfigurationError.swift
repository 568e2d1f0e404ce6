/// A configuration that can't be used.
package struct ConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file, as it was named.
    package let file: String
    /// The key, with dots between the levels; empty if the error is of the whole file.
    package let key: String
    /// What is wrong.
    package let problem: String
    /// What to do about it.
    package let remedy: String

    package init(file: String, key: String, _ problem: String, remedy: String) {
        (self.file, self.key, self.problem, self.remedy) = (file, key, problem, remedy)
    }

    package var description: String {
        // A suggestion is a question, and messages of libraries are sentences.
        let end = problem.hasSuffix("?") || problem.hasSuffix(".") ? "" : "."
        return "\(file): \(key.isEmpty ? "" : key + ": ")\(problem)\(end) \(remedy)"
    }
}
