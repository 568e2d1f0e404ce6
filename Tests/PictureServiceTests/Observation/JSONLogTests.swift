import Foundation
import Logging
import PictureService
import Synchronization
import Testing

struct JSONLogTests {
    @Test func linesAreJSON() throws {
        let lines = LogLines()
        let logger = Logger(label: "a") { JSONLogHandler(label: $0) { lines.add($0) } }
        logger.info(
            "a \"quoted\"\nline \u{1b}[1m",
            metadata: ["path": "/ä\"\\", "ms": .stringConvertible(1.5), "n": .stringConvertible(3)])
        logger.debug("not shown")
        let line = try #require(lines.all.first)
        #expect(lines.all.count == 1 && line.count { $0 == UInt8(ascii: "\n") } == 1 && !line.contains(0x1b))
        let fields = try #require(try JSONSerialization.jsonObject(with: line) as? [String: Any])
        #expect(fields["message"] as? String == "a \"quoted\"\nline \u{1b}[1m")
        #expect(fields["path"] as? String == "/ä\"\\" && fields["ms"] as? Double == 1.5 && fields["n"] as? Int == 3)
        #expect(fields["level"] as? String == "info" && fields["logger"] as? String == "a")
        let time = try #require(fields["time"] as? String)
        #expect(time.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/) != nil, "\(time)")
    }
}

/// Lines that were logged. Thread-safe.
private final class LogLines: Sendable {
    private let lines = Mutex<[Data]>([])

    var all: [Data] { lines.withLock { $0 } }

    func add(_ line: Data) { lines.withLock { $0.append(line) } }
}
