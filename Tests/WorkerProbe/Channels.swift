import Foundation

/// Behaviours that abuse the channel of the request. It is always the first one, because the tests make one call at a
/// time.
enum Channels {
    private static let channel: Int32 = 4

    static func run(_ behaviour: Behaviour, _ argument: String) -> [UInt8] {
        switch behaviour {
        case .closeChannel:
            close(channel)
            Thread.sleep(forTimeInterval: Double(argument) ?? 0)
        case .junk: send([UInt8](repeating: 0x5A, count: 4096))
        case .twice: send(head(kind: 5, call: call(argument), length: 0))
        case .huge: send(head(kind: 5, call: call(argument), length: 1 << 60))
        // Closes the other channels for the host, as the end of a process does before the process is gone.
        case .hangUp: for number in channel + 1..<channel + 4 { shutdown(number, Int32(SHUT_WR)) }
        case .wrongCall: send(head(kind: 5, call: 999_999, length: 0))
        default:
            // Sends a second reply after the first.
            let call = call(argument)
            Thread.detachNewThread {
                Thread.sleep(forTimeInterval: 0.5)
                send(head(kind: 5, call: call, length: 0))
            }
        }
        return []
    }

    private static func call(_ argument: String) -> UInt64 { UInt64(argument) ?? 1 }

    /// Returns the header of a reply in the channel's format.
    private static func head(kind: UInt8, call: UInt64, length: UInt64) -> [UInt8] {
        var bytes: [UInt8] = [0x43, 0x49, 0x55, 0x57, 1, 0, kind, 0]
        for word in [call, length] { bytes += (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) } }
        return bytes
    }

    private static func send(_ bytes: [UInt8]) {
        _ = bytes.withUnsafeBytes { Glibc.write(channel, $0.baseAddress!, $0.count) }
    }
}
