import CoreImageEssentials
import VideoExchange

/// Chooses the packets of a part of a file, and moves their times so that the part begins at 0.
struct PacketGate {
    private struct Lane {
        let stream: StreamDescription
        /// Packets since the last one that is decodable by itself, before the start.
        var held: [MediaPacket] = []
        var hasStarted = false
        var hasEnded = false
    }

    private var lanes: [Lane]
    private let start: RationalTime?
    private let end: RationalTime?
    private let keepsEarlyPackets: Bool
    /// The time of the last packet, in seconds.
    private(set) var seconds = 0.0

    /// - Parameter streams: The streams, in the order of the result.
    init(_ streams: [StreamDescription], _ request: FilteringRequest) {
        lanes = streams.map { Lane(stream: $0) }
        (start, end) = (request.start, request.end)
        keepsEarlyPackets = [.mp4, .mov].contains(request.container)
    }

    /// Whether nothing further can be in the part.
    var isComplete: Bool { end != nil && lanes.allSatisfy(\.hasEnded) }

    /// Returns what is written after a packet has been read, with the numbers of the streams in the result.
    mutating func pass(_ packet: MediaPacket) -> [(MediaPacket, Int)] {
        guard let index = lanes.firstIndex(where: { $0.stream.index == Int(packet.stream) }) else { return [] }
        let base = lanes[index].stream.timeBase
        let time = packet.presentationTime ?? packet.decodingTime
        let instant = time.flatMap { RationalTime(stamp: $0, in: base) }
        seconds = max(seconds, instant?.seconds ?? 0)
        if let end, let instant, instant >= end {
            // Packets of video are in the order of decoding. Those that follow a frame decodable by itself are later.
            if lanes[index].stream.kind != .video || packet.flags.contains(.key) { lanes[index].hasEnded = true }
            return []
        }
        if lanes[index].hasEnded { return [] }
        guard let start, !lanes[index].hasStarted else { return [(moved(packet, base), index)] }
        let isEarly = instant.map { $0 < start } ?? false
        guard lanes[index].stream.kind == .video else {
            let reaches = instant.map { $0 + (RationalTime(stamp: packet.duration, in: base) ?? .zero) > start } ?? true
            return isEarly && !(keepsEarlyPackets && reaches) ? [] : [(moved(packet, base), index)]
        }
        if packet.flags.contains(.key) { lanes[index].held = [] }
        lanes[index].held.append(packet)
        if isEarly { return [] }
        lanes[index].hasStarted = true
        defer { lanes[index].held = [] }
        return lanes[index].held.map { (moved($0, base), index) }
    }

    private func moved(_ packet: MediaPacket, _ base: Ratio) -> MediaPacket {
        start.map { packet.movedBack(by: $0.stampAtOrAfter(in: base)) } ?? packet
    }
}
