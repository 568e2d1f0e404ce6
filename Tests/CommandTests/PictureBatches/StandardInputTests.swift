import Foundation
import ImageFiles
import Pixels
import Testing

@testable import PictureBatches

@Suite("A picture through standard input")
struct StandardInputTests {
    /// Calls `body` with a descriptor of a file with these bytes.
    private func withDescriptor<Result>(of bytes: Data, _ body: (Int32) throws -> Result) throws -> Result {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("input-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        try bytes.write(to: file)
        let handle = try FileHandle(forReadingFrom: file)
        return try withExtendedLifetime(handle) { try body(handle.fileDescriptor) }
    }

    private func read(_ bytes: Data, limit: Int) throws -> Data {
        try withDescriptor(of: bytes) { try StandardInput.data(from: $0, limit: limit, isPicture: { _ in true }) }
    }

    @Test("All bytes are read, up to the limit") func limit() throws {
        let bytes = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
        #expect(try read(bytes, limit: 200_000) == bytes)
        #expect { try read(bytes, limit: 199_999) } throws: { "\($0)".contains("199999 bytes") }
    }

    @Test("Empty standard input is an error") func empty() {
        #expect { try read(Data(), limit: 10) } throws: { "\($0)".contains("nothing came") }
    }

    @Test("Text is refused by its start, and the rest isn't read", arguments: [20, 1 << 20]) func text(length: Int)
        throws
    {
        try withDescriptor(of: Data(String(repeating: "y\n", count: length / 2).utf8)) { descriptor in
            #expect(throws: ImageFileError.notAnImage(file: "Standard input")) {
                try StandardInput.data(from: descriptor, limit: 1 << 30)
            }
            #expect(lseek(descriptor, 0, SEEK_CUR) <= 1 << 17)
        }
    }

    @Test("A picture is recognised by its start") func picture() throws {
        let scene = try Data(contentsOf: URL(fileURLWithPath: CommandProcess.scene))
        #expect(try withDescriptor(of: scene) { try StandardInput.data(from: $0, limit: 1 << 30) } == scene)
    }

    @Test("The deadline holds while nothing comes") func silence() throws {
        let pipe = Pipe()
        let meter = WorkMeter()
        meter.begin(deadline: .milliseconds(30), steps: nil)
        let stopped = WorkMeter.Stopped.self
        WorkMeter.$current.withValue(meter) {
            #expect(throws: stopped) {
                try StandardInput.data(from: pipe.fileHandleForReading.fileDescriptor, limit: 1 << 20)
            }
        }
        try pipe.fileHandleForWriting.close()
    }

    @Test("The memory for the bytes grows, and is handed over") func growing() {
        let bytes = GrowingBytes()
        for value in UInt8(0)..<200 {
            let hasMemory = bytes.append(upTo: 1000) { address in
                address.initializeMemory(as: UInt8.self, repeating: value, count: 700)
                return 700
            }
            #expect(hasMemory)
        }
        #expect(bytes.start(701) == Data(repeating: 0, count: 700) + [1])
        #expect(bytes.append(upTo: Int.max / 2) { _ in 0 } == false)
        let data = bytes.taken()
        #expect(data == Data((UInt8(0)..<200).flatMap { [UInt8](repeating: $0, count: 700) }))
        #expect(bytes.taken().isEmpty)
    }
}
