import CFFmpeg
import Glibc
import Synchronization
import UntrustedInput

/// The warnings and errors that FFmpeg's libraries write to their log.
enum LibraryLog {
    private static let lineLimit = 20
    private static let lengthLimit = 512
    private static let packetLimit = 1024

    private struct State {
        var lines: [String] = []
        var demuxerErrors = 0
        var damagedPackets: [Int64] = []
        var currentPacket: Int64 = 0
    }

    private static let state = Mutex(State())

    /// Begins to keep the last lines, instead of printing them.
    static func capture() {
        av_log_set_callback { object, level, format, arguments in
            guard level <= AV_LOG_WARNING, let format, let arguments else { return }
            withUnsafeTemporaryAllocation(of: CChar.self, capacity: LibraryLog.lengthLimit) { line in
                vsnprintf(line.baseAddress!, line.count, format, arguments)
                LibraryLog.add(
                    String(cString: line.baseAddress!), isError: level <= AV_LOG_ERROR,
                    coreimage_log_source_of(object), packet: coreimage_log_packet(object))
            }
        }
    }

    private static func add(_ text: String, isError: Bool, _ source: coreimage_log_source, packet: Int64) {
        let line = printable(text.split(whereSeparator: \.isNewline).joined(separator: " "), limit: 300)
        state.withLock { state in
            if isError, source == COREIMAGE_LOG_DEMUXER { state.demuxerErrors += 1 }
            if isError, source == COREIMAGE_LOG_DECODER {
                // Decoders inside of decoders have no numbers.
                let packet = packet > 0 ? packet : state.currentPacket
                if state.damagedPackets.last != packet, state.damagedPackets.count < packetLimit {
                    state.damagedPackets.append(packet)
                }
            }
            guard !line.isEmpty, state.lines.last != line else { return }
            state.lines.append(line)
            if state.lines.count > lineLimit { state.lines.removeFirst() }
        }
    }

    /// The last lines, the last one last.
    static var lines: [String] { state.withLock { $0.lines } }

    /// Removes the lines, so that later ones belong to what happens next.
    static func clear() { state.withLock { $0.lines = [] } }

    /// The number of the demuxer's errors so far. An error means that something was lost, even if the call that met it
    /// succeeds.
    static var demuxerErrors: Int { state.withLock { $0.demuxerErrors } }

    /// Notes the number of the packet that is about to be sent to the decoder.
    static func begin(packet: Int64) { state.withLock { $0.currentPacket = packet } }

    /// Returns the numbers of packets with errors of the decoder since the last call. An error means that something was
    /// lost: decoders conceal what they can't decode.
    ///
    /// With several threads, packets are among them that have been sent, but whose frames haven't come yet; whether
    /// they are is chance. All errors of a frame and of those before it in the order of decoding are in the log when
    /// the frame comes.
    static func takeDamagedPackets() -> [Int64] {
        state.withLock { state in
            defer { state.damagedPackets = [] }
            return state.damagedPackets
        }
    }
}
