import Foundation
import Testing

/// Tests that clients get the text of every error by `localizedDescription` too. Without `LocalizedError`, Foundation
/// replaces it by "The operation could not be completed".
@Suite("Public errors") struct PublicErrorTests {
    /// Errors that the renderer replaces before clients see them.
    private static let internalErrors: Set<String> = ["Stopped"]

    @Test("every public error has its text for localizedDescription")
    func localized() throws {
        let declaration = try Regex(
            #"(?m)^ *public (?:indirect |final )*(?:enum|struct|class) (\w+): ([^{\n]*\bError\b[^{\n]*)\{"#,
            as: (Substring, Substring, Substring).self)
        let sources = ForbiddenCallTests.sources
        let all = sources.flatMap { source in
            source.code.matches(of: declaration).map {
                (path: source.path, name: String($0.output.1), clause: String($0.output.2))
            }
        }
        #expect(all.count > 10, "the declarations were not found")
        for error in all where !Self.internalErrors.contains(error.name) && !error.clause.contains("LocalizedError") {
            let part = try Regex("extension (?:\\w+\\.)?\(error.name): [^{\\n]*LocalizedError")
            #expect(
                sources.contains { $0.code.firstMatch(of: part) != nil },
                "\(error.path): \(error.name) has no localizedDescription; let it conform to LocalizedError")
        }
    }
}
