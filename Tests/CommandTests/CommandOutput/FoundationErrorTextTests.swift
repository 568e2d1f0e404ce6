import Foundation
import Testing

@testable import CommandOutput

@Suite("Foundation's errors in messages")
struct FoundationErrorTextTests {
    @Test("A folder that can't be created is named with the system's reason, without domains and codes")
    func folder() throws {
        let command = try CommandProcess()
        try Data("x".utf8).write(to: URL(fileURLWithPath: command.path("file")))
        let folder = command.path("file/folder")
        let error = #expect(throws: (any Error).self) {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }
        #expect(
            StandardError.text(of: try #require(error))
                == "\(folder) can't be read or written: Not a directory. Check the path and its permissions.")
    }

    @Test("Other errors keep their descriptions")
    func others() {
        #expect(StandardError.text(of: Refusal("no")) == "no")
    }
}
