import Testing

@testable import UnitProcesses

/// The heads of messages, against the layout written out by hand.
@Suite("Frames")
struct FrameTests {
    private func read(_ bytes: [UInt8]) -> Frame? { bytes.withUnsafeBytes { Frame($0) } }

    @Test("a head is laid out as documented, and read back")
    func layout() throws {
        let frame = Frame(.reply, call: 0x0102_0304, length: 513, memories: 2)
        #expect(
            frame.bytes == [
                0x43, 0x49, 0x55, 0x57, 1, 0, 5, 2, 4, 3, 2, 1, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 0, 0,
            ])
        #expect(read(frame.bytes) == frame)
    }

    @Test("a changed signature, version or kind, or a missing byte, is no head")
    func malformed() {
        let bytes = Frame(.call, call: 1, length: 2).bytes
        for index in 0..<6 {
            var changed = bytes
            changed[index] ^= 1
            #expect(read(changed) == nil)
        }
        var unknown = bytes
        unknown[6] = 99
        #expect(read(unknown) == nil)
        #expect(read(bytes.dropLast()) == nil)
    }
}
