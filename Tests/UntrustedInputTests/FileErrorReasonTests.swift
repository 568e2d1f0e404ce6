import Foundation
import Testing
import UntrustedInput

@Suite("Reasons of Foundation's errors")
struct FileErrorReasonTests {
    @Test("The system's text is the reason")
    func system() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("none-\(UUID().uuidString)")
        let error = #expect(throws: (any Error).self) {
            try Data().write(to: folder.appendingPathComponent("a"), options: .atomic)
        }
        #expect(FileErrorReason.text(of: try #require(error)) == "No such file or directory")
    }
}
