import Foundation
import Testing

@testable import coreimage

@Suite("A picture through standard input")
struct StandardInputTests {
    private func read(_ bytes: Data, limit: Int) throws -> Data {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("input-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        try bytes.write(to: file)
        let handle = try FileHandle(forReadingFrom: file)
        return try withExtendedLifetime(handle) {
            try StandardInput.data(from: handle.fileDescriptor, limit: limit)
        }
    }

    @Test("All bytes are read, up to the limit") func limit() throws {
        let bytes = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
        #expect(try read(bytes, limit: 200_000) == bytes)
        #expect { try read(bytes, limit: 199_999) } throws: { "\($0)".contains("199999 bytes") }
    }

    @Test("No bytes are no picture") func empty() {
        #expect { try read(Data(), limit: 10) } throws: { "\($0)".contains("nothing came") }
    }
}
