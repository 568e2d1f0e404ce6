import Foundation

/// Behaviours that abuse the channel on which the request came: the first, as the tests make one call at a time.
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
        case .wrongCall: send(head(kind: 5, call: 999_999, length: 0))
        default:
            // A second reply, after the first has gone.
            let call = call(argument)
            Thread.detachNewThread {
                Thread.sleep(forTimeInterval: 0.5)
                send(head(kind: 5, call: call, length: 0))
            }
        }
        return []
    }

    private static func call(_ argument: String) -> UInt64 { UInt64(argument) ?? 1 }

    /// The head of a reply, written out as the channel has it.
    private static func head(kind: UInt8, call: UInt64, length: UInt64) -> [UInt8] {
        var bytes: [UInt8] = [0x43, 0x49, 0x55, 0x57, 1, 0, kind, 0]
        for word in [call, length] { bytes += (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) } }
        return bytes
    }

    private static func send(_ bytes: [UInt8]) {
        _ = bytes.withUnsafeBytes { Glibc.write(channel, $0.baseAddress!, $0.count) }
    }
}
