import Foundation
import ImageFiles
import Pixels
import TestSupport
import Testing

@Suite("Encoders that a deadline leaves behind")
struct DeadlineEncodingTests {
    /// Signals when the encoder has released the picture.
    private final class Ending: Sendable {
        private let signal: DispatchSemaphore
        init(_ signal: DispatchSemaphore) { self.signal = signal }
        deinit { signal.signal() }
    }

    @Test("Writing ends while the encoder is busy, and no file appears, then or later", arguments: [true, false])
    func file(asFile: Bool) throws {
        try withTemporaryFolder { path throws in
            let folder = URL(fileURLWithPath: path)
            let (release, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            let meter = WorkMeter()
            func write() throws {
                let ending = Ending(ended)
                let picture = EncodedPicture(width: 8, height: 8, pixelFormat: .RGB8, colorSpace: nil) {
                    strip, buffer, row in
                    withExtendedLifetime(ending) {}
                    meter.stop(.cancelled)
                    // Ends a test that fails.
                    _ = release.wait(timeout: .now() + 10)
                    release.signal()
                    buffer.initializeMemory(
                        as: UInt8.self, repeating: 0, count: row * (strip.height - 1) + strip.width * 3)
                }
                if asFile {
                    try ImageFileWriter.write(picture, to: folder.appendingPathComponent("a.png"), as: .png)
                } else {
                    _ = try ImageFileWriter.encode(picture, as: .png)
                }
            }
            #expect(throws: WorkMeter.Stopped(reason: .cancelled)) {
                try WorkMeter.$current.withValue(meter) { try write() }
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
            release.signal()
            #expect(ended.wait(timeout: .now() + 60) == .success)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        }
    }
}
