import ChildProcesses
import Glibc
import Testing

@testable import Sandboxing
@testable import UnitProcesses

/// Tests of the host's end of a channel, with the end of a socket pair in place of a worker.
@Suite("The host's end of a channel")
final class HostChannelTests {
    private let channel: HostChannel
    private var other: FileDescriptor?

    init() throws {
        let (host, worker) = try FileDescriptor.socketPair()
        channel = HostChannel(host, ProcessErrorOutput(try FileDescriptor.pipe().reading))
        other = worker
    }

    @Test("an open channel without data is silent")
    func silent() { #expect(channel.idleness == .silent) }

    @Test("data between requests was not asked for, and stays to be seen again", arguments: [1, 24, 4096])
    func unrequested(_ count: Int) throws {
        let bytes = [UInt8](repeating: 1, count: count)
        let number = try #require(other).number
        #expect(write(number, bytes, count) == count)
        #expect(channel.idleness == .unrequested)
        #expect(channel.idleness == .unrequested)
    }

    @Test("the end of a worker isn't a message")
    func closed() {
        other = nil
        #expect(channel.idleness == .closed)
    }

    @Test("neither is the end of a worker that left a request unread")
    func closedBeforeReading() {
        #expect(throws: ChannelProblem.self) {
            _ = try channel.exchange(.call, call: 1, [1, 2, 3], replyLimit: 10, until: .now)
        }
        // The system then reports a reset connection.
        other = nil
        #expect(channel.idleness == .closed)
    }
}
