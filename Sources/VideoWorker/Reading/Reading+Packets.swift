import CFFmpeg
import VideoExchange

extension Reading {
    /// Passes on the packet without decoding it.
    func copyPacket(of stream: UnsafeMutablePointer<AVStream>) throws(WorkerProblem) {
        let source = packet.pointee
        guard Int(source.size) <= limits.packetBytes else {
            throw WorkerProblem(
                .limit, "a packet has \(source.size) bytes, above the limit of \(limits.packetBytes)",
                time: knownTime(source.pts).flatMap { RationalTime(stamp: $0, in: Ratio(stream.pointee.time_base)) })
        }
        guard request.keepsEarlierPackets || !isBeforeStart(source, Ratio(stream.pointee.time_base)) else { return }
        let message = message(source)
        if positioning.isSearching {
            positioning.heldBytes += message.data.count
            guard positioning.heldBytes <= limits.packetBytes * 2 else {
                throw WorkerProblem(
                    .limit, "the packets before the first frame take more than \(limits.packetBytes * 2) bytes")
            }
            positioning.heldPackets.append(message)
        } else {
            send(message)
        }
    }

    /// Sends the packets that had to wait for the first frame.
    func sendHeldPackets() throws(WorkerProblem) {
        for message in positioning.heldPackets { send(message) }
        positioning.heldPackets = []
        positioning.heldBytes = 0
    }

    private func send(_ message: MediaPacket) {
        link.send(.packet, generation: generation, message.bytes)
        summary.packets += 1
    }

    /// Whether the packet ends before the requested time.
    private func isBeforeStart(_ packet: AVPacket, _ base: Ratio) -> Bool {
        guard let start = request.start, let time = knownTime(packet.pts) ?? knownTime(packet.dts) else { return false }
        let (end, overflows) = time.addingReportingOverflow(max(packet.duration, 0))
        guard !overflows, let shown = RationalTime(stamp: end, in: base) else { return false }
        return packet.duration > 0 ? shown <= start : shown < start
    }

    private func message(_ packet: AVPacket) -> MediaPacket {
        let data = UnsafeBufferPointer(start: packet.data, count: packet.data == nil ? 0 : Int(packet.size))
        let sideData = (0..<Int(packet.side_data_elems)).map { index in
            let item = packet.side_data[index]
            return MediaPacket.SideData(
                kind: Int32(bitPattern: item.type.rawValue),
                bytes: Array(UnsafeBufferPointer(start: item.data, count: Int(item.size))))
        }
        return MediaPacket(
            stream: UInt32(packet.stream_index), presentationTime: knownTime(packet.pts),
            decodingTime: knownTime(packet.dts), duration: knownDuration(packet.duration),
            flags: .init(rawValue: UInt32(bitPattern: packet.flags)), data: Array(data), sideData: sideData)
    }
}
