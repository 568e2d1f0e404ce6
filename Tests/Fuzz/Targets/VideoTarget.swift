import CSandbox
import ChildProcesses
import Foundation
import Glibc
import UntrustedInput

@testable import Sandboxing
@testable import VideoExchange
@testable import VideoFiles

extension FuzzTarget {
    private static let messageLimit = 1 << 14

    /// What a worker for video files sends to its client, up to the first message that can't be read.
    static let videoMessages = FuzzTarget(name: "video-messages", longestInput: 2048, changesPerSeed: 300) { bytes in
        let (client, worker) = try FileDescriptor.socketPair()
        let channel = MessageChannel(client, acceptsFiles: false)
        // The longest input fits into the socket's buffer.
        bytes.withUnsafeBytes { _ = send(worker.number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        shutdown(worker.number, Int32(SHUT_WR))
        var count = 0
        while let message = try? channel.receive(limit: messageLimit, waiting: WorkerEntry.waitForever) {
            count += MessageHeader.byteCount + message.body.count
            try FuzzFinding.expect(message.files.isEmpty, "a client takes open files")
            try FuzzFinding.expect(message.body.count <= messageLimit, "\(message.body.count) bytes are taken")
            try check(message)
        }
        try FuzzFinding.expect(count <= bytes.count, "\(count) bytes are read of \(bytes.count)")
    }

    /// Reads a message's body as a client does.
    private static func check(_ message: Message) throws {
        func value<Value: Decodable>(_ type: Value.Type) -> Value? {
            try? CheckedJSON.decode(type, from: Data(message.body))
        }
        switch message.header.kind {
        case .problem:
            guard let problem = value(WorkerProblem.self) else { return }
            let error = VideoFileError(problem, file: "file")
            try FuzzFinding.expectPrintable(error.description)
            for line in error.log { try FuzzFinding.expectPrintable(line) }
        case .description: _ = value(VideoFileDescription.self)?.streams.map { $0.video?.rotation }
        case .format:
            guard let layout = value(RingRequest.self)?.format.layout else { return }
            let end = layout.planes.map { $0.offset + $0.bytesPerRow * $0.rows }.max() ?? 0
            try FuzzFinding.expect(
                end <= layout.byteCount && layout.planes.allSatisfy { $0.usedBytesPerRow <= $0.bytesPerRow },
                "a plane ends at \(end) of \(layout.byteCount) bytes")
        case .frame:
            guard let frame = FrameMessage(message.body) else { return }
            try FuzzFinding.expect(frame.bytes == message.body, "a frame isn't what was sent")
        case .packet:
            guard let packet = MediaPacket(message.body) else { return }
            try FuzzFinding.expect(packet.bytes == message.body, "a packet isn't what was sent")
        case .release:
            guard let slot = SlotMessage(message.body) else { return }
            try FuzzFinding.expect(slot.bytes == message.body, "a slot isn't what was sent")
        case .damage: _ = value(DamageReport.self)
        case .end: _ = value(SessionSummary.self)
        case .accepted: _ = value(WritingAnswer.self)
        default: break
        }
    }

    /// YUV4MPEG2 streams.
    static let videoStreams = FuzzTarget(name: "video-streams", longestInput: 2048, changesPerSeed: 300) { bytes in
        var limits = VideoLimits()
        limits.pixels = 1 << 16
        var count = 0
        do throws(VideoFileError) {
            let reader = try YUV4MPEGReader(pipe(with: bytes), name: "stream", limits: limits)
            while let frame = try reader.next() {
                count += frame.layout.planes.reduce(0) { $0 + $1.usedBytesPerRow * $1.rows }
            }
        } catch {
            try FuzzFinding.expectPrintable(error.description)
            try FuzzFinding.expect([.unrecognised, .damaged].contains(error.kind), "\(error.kind): \(error)")
        }
        try FuzzFinding.expect(count <= bytes.count, "\(count) samples come of \(bytes.count) bytes")
    }

    /// Returns the reading end of a pipe that holds the bytes, which fit into it.
    private static func pipe(with bytes: [UInt8]) -> FileDescriptor {
        var ends: [Int32] = [-1, -1]
        precondition(Glibc.pipe(&ends) == 0, "There are open files left.")
        bytes.withUnsafeBytes { _ = write(ends[1], $0.baseAddress, $0.count) }
        close(ends[1])
        return FileDescriptor(ends[0])
    }
}
