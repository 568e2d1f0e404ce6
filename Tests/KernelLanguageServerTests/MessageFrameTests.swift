import Foundation
import TestSupport
import Testing

@testable import KernelLanguageServer

@Suite("Frames of messages") struct MessageFrameTests {
    /// Returns what is in a stream that is read in parts of a size.
    private func frames(_ bytes: [UInt8], partSize: Int) -> [MessageFrames.Frame] {
        var frames = MessageFrames()
        var found: [MessageFrames.Frame] = []
        for start in stride(from: 0, to: bytes.count, by: partSize) {
            frames.add(bytes[start..<min(bytes.count, start + partSize)])
            while let frame = frames.next() { found.append(frame) }
        }
        return found
    }

    private func message(_ text: String) -> MessageFrames.Frame { .message(Data(text.utf8)) }

    @Test("messages, whatever parts they come in", arguments: [1, 2, 7, 1000])
    func parts(size: Int) {
        let stream =
            "Content-Length: 2\r\n\r\n{}"
            + "content-type: application/vscode-jsonrpc; charset=utf-8\r\ncontent-length:3\r\n\r\n[1]"
            + "Content-Length: 0\r\n\r\n" + "Content-Length: 4\r\n\r\n\"é\""
        #expect(
            frames(Array(stream.utf8), partSize: size) == [
                message("{}"), message("[1]"), message(""), message("\"é\""),
            ])
    }

    @Test(
        "a wrong header is reported once, and the next message is found",
        arguments: [
            "\r\n\r\n", "Content-Length: x\r\n\r\n{}", "Content-Length: -5\r\n\r\n", "Content-Length: 5 5\r\n\r\n",
            "Content-Length:\r\n\r\n", "nonsense\r\n\r\n", "Other: 3\r\n\r\nabc",
            String(repeating: "x", count: 10_000),
            "Content-Length: 99999999999999999999999999\r\n\r\n", "Content-Length: 4000000000\r\n\r\n",
        ])
    func wrongHeaders(wrong: String) {
        for size in [1, 13, 100_000] {
            let found = frames(Array((wrong + "\nContent-Length: 2\r\n\r\n{}").utf8), partSize: size)
            #expect(found.count == 2)
            if case .problem = found.first {} else { Issue.record("no problem is reported") }
            #expect(found.last == message("{}"))
        }
    }

    @Test("of two lengths in one header, the second one is tried again")
    func twoLengths() {
        let found = frames(Array("Content-Length: 9\r\nContent-Length: 1\r\n\r\n1".utf8), partSize: 3)
        #expect(found == [.problem("the header of a message has no valid Content-Length"), message("1")])
    }

    @Test("a message that is too long is skipped")
    func tooLong() {
        let length = MessageFrames.limit + 1
        var frames = MessageFrames()
        frames.add("Content-Length: \(length)\r\n\r\n".utf8)
        if case .problem = frames.next() {} else { Issue.record("no problem is reported") }
        let part = [UInt8](repeating: 0x20, count: 1 << 20)
        for _ in 0..<(length / part.count) {
            frames.add(part)
            #expect(frames.next() == nil)
        }
        frames.add([0x20] + Array("Content-Length: 2\r\n\r\n{}".utf8))
        #expect(frames.next() == message("{}"))
    }

    @Test("random bytes do no harm, and don't hide a message behind them", arguments: 0..<50)
    func random(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let pieces = [
            "Content-Length: ", "content-length:", "\r\n", "\r\n\r\n", "\n", "{}", "[", "12", "4", ":", "\0", "é",
            "{\"method\":\"exit\"}",
        ]
        var bytes: [UInt8] = []
        for _ in 0..<Int.random(in: 0..<200, using: &generator) {
            if Bool.random(using: &generator) {
                bytes += (pieces.randomElement(using: &generator) ?? "").utf8
            } else {
                bytes.append(UInt8.random(in: 0...255, using: &generator))
            }
        }
        // More than any length that the pieces can make, and a line's end.
        bytes += [UInt8](repeating: 0x20, count: 10_000) + [10]
        bytes += "Content-Length: 7\r\n\r\n[1,2,3]".utf8
        let whole = frames(bytes, partSize: bytes.count)
        #expect(frames(bytes, partSize: 1) == whole, "seed \(seed)")
        for case .message(let data) in whole { _ = try? IncomingMessage(data) }
    }
}
