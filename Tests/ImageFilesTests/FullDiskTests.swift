import Testing

@testable import ImageFiles

@Suite("Full disks")
struct FullDiskTests {
    /// The disk may have space again when the encoder's error is handled, so the error's text must suffice.
    @Test("An encoder's error says whether the disk was full")
    func causes() {
        func error(_ reason: String) -> ImageFileError { .notWritten(file: "a.png", reason: reason) }
        let full = "target: write error; unix error: No space left on device; wbuffer_write: write failed"
        #expect(error(full).isCausedByFullDisk)
        #expect(error("unix error: Disk quota exceeded").isCausedByFullDisk)
        #expect(!error("unix error: Input/output error").isCausedByFullDisk)
        #expect(!ImageFileError.unreadable(file: "a.png", reason: "No space left on device").isCausedByFullDisk)
    }
}
