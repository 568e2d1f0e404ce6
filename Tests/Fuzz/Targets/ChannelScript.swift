import CSandbox
import ChildProcesses
import Foundation
import Glibc

@testable import UnitProcesses

/// A script for the other end of a channel. The first four bytes select its behaviour: the following bytes are written
/// in pieces, some with attached descriptors, and the channel may be closed.
struct ChannelScript {
    /// The number of bytes that select the behaviour.
    static let headSize = 4

    /// The bytes that are written.
    let stream: [UInt8]
    private let pieces: Int
    private let descriptorsPerPiece: Int
    private let choice: UInt8
    /// Whether the other end stays open after all bytes are written, so that a reader that needs more waits.
    let staysOpen: Bool

    init(_ bytes: [UInt8], streamLimit: Int = 32_768) {
        let head = bytes.prefix(Self.headSize) + [UInt8](repeating: 0, count: max(0, Self.headSize - bytes.count))
        pieces = 1 + Int(head[0] % 6)
        descriptorsPerPiece = head[1] & 0x80 != 0 ? Int(head[1] & 0x7F) : 0
        choice = head[2]
        staysOpen = head[3] == 0xFF
        stream = Array(bytes.dropFirst(Self.headSize).prefix(streamLimit))
    }

    /// Writes the stream. Each piece is written after the previous one has been read. `file` is attached as often as
    /// the script says.
    func write(to socket: Int32, attaching file: Int32) {
        var places = (1..<pieces).map { stream.count * ($0 * 37 + Int(choice)) / 256 % max(1, stream.count) }.sorted()
        places.append(stream.count)
        var start = 0
        for end in places where end > start {
            let piece = Array(stream[start..<end])
            start = end
            let files = [Int32](repeating: file, count: descriptorsPerPiece)
            let sent = piece.withUnsafeBytes {
                csandbox_send(socket, $0.baseAddress!, $0.count, files, Int32(files.count), 1)
            }
            // Fails if the reader has stopped, or if the kernel refuses so many descriptors.
            guard sent == piece.count else { return }
            waitUntilRead(socket)
        }
    }

    /// Waits briefly for the other end to read what was written, so that pieces arrive separately.
    private func waitUntilRead(_ socket: Int32) {
        for _ in 0..<40 {
            var unread: Int32 = 0
            // SIOCOUTQ
            guard ioctl(socket, 0x5411, &unread) == 0, unread > 0 else { return }
            usleep(20)
        }
    }
}

/// Detects whether descriptors received over a channel were closed.
enum LeakDetector {
    /// The maximum waiting time in milliseconds.
    private static let patience: Int32 = 10_000

    /// Calls `body` with the writing end of a pipe, and throws a finding if a copy of it is still open afterwards.
    static func expectNoLeak(_ body: (Int32) throws -> Void) throws {
        let reading: FileDescriptor
        do {
            let (end, writing) = try FileDescriptor.pipe()
            reading = end
            try withExtendedLifetime(writing) { try body(writing.number) }
        }
        // Another thread that is starting a process may hold copies until the process executes its program. Copies
        // leaked by this process are never closed.
        var end = pollfd(fd: reading.number, events: Int16(POLLIN), revents: 0)
        poll(&end, 1, patience)
        try FuzzFinding.expect(
            Int32(end.revents) & POLLHUP != 0, "an open file that came over a channel was never closed")
    }
}
