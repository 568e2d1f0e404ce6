/// A packet as it is in a file, with its times in the time base of its stream.
package struct MediaPacket: Hashable, Sendable {
    /// Facts about a packet, with FFmpeg's bits.
    package struct Flags: OptionSet, Hashable, Sendable {
        /// The flags as bits.
        package let rawValue: UInt32

        /// Creates flags from bits.
        package init(rawValue: UInt32) { self.rawValue = rawValue }

        /// Decoding can begin here.
        package static let key = Flags(rawValue: 1)
        /// The packet is known to be damaged.
        package static let corrupt = Flags(rawValue: 2)
        /// The decoder needs the packet, but its result isn't shown, for example because of an edit list.
        package static let discard = Flags(rawValue: 4)
    }

    /// The times and durations that packets and frames can have. Sums of two can be expressed in 64 bits.
    package static let times: ClosedRange<Int64> = -(1 << 61)...(1 << 61)

    /// Data about a packet.
    package struct SideData: Hashable, Sendable {
        /// FFmpeg's number of the kind.
        package var kind: Int32
        /// The contents.
        package var bytes: [UInt8]

        /// Creates data of a kind.
        package init(kind: Int32, bytes: [UInt8]) { (self.kind, self.bytes) = (kind, bytes) }
    }

    /// The most pieces of side data that a packet can have.
    private static let sideDataLimit = 64

    /// The number of the stream.
    package var stream: UInt32
    /// The time at which it is shown or heard, or nil if the file doesn't say.
    package var presentationTime: Int64?
    /// The time at which it is decoded, or nil if the file doesn't say.
    package var decodingTime: Int64?
    /// For how long it is shown or heard; 0 if the file doesn't say.
    package var duration: Int64
    /// Facts about the packet.
    package var flags: Flags
    /// The contents.
    package var data: [UInt8]
    /// Data about the packet.
    package var sideData: [SideData]

    /// Creates a packet.
    package init(
        stream: UInt32, presentationTime: Int64?, decodingTime: Int64?, duration: Int64, flags: Flags,
        data: [UInt8], sideData: [SideData] = []
    ) {
        (self.stream, self.presentationTime, self.decodingTime) = (stream, presentationTime, decodingTime)
        (self.duration, self.flags, self.data, self.sideData) = (duration, flags, data, sideData)
    }

    /// The packet in its transmitted form.
    package var bytes: [UInt8] {
        var writer = MessageWriter()
        writer.append(stream)
        writer.append(flags.rawValue)
        writer.append(presentationTime ?? .min)
        writer.append(decodingTime ?? .min)
        writer.append(duration)
        writer.append(UInt32(data.count))
        writer.append(data)
        writer.append(UInt32(sideData.count))
        for item in sideData {
            writer.append(item.kind)
            writer.append(UInt32(item.bytes.count))
            writer.append(item.bytes)
        }
        return writer.bytes
    }

    /// Reads a packet. Returns nil if sizes contradict each other.
    package init?(_ bytes: [UInt8]) {
        var reader = MessageReader(bytes)
        guard let stream = reader.next(UInt32.self), let flags = reader.next(UInt32.self),
            let presentationTime = reader.next(Int64.self), let decodingTime = reader.next(Int64.self),
            let duration = reader.next(Int64.self), let length = reader.next(UInt32.self),
            let data = reader.next(Int(length)), let count = reader.next(UInt32.self), count <= Self.sideDataLimit
        else { return nil }
        var sideData: [SideData] = []
        for _ in 0..<count {
            guard let kind = reader.next(Int32.self), let length = reader.next(UInt32.self),
                let bytes = reader.next(Int(length))
            else { return nil }
            sideData.append(SideData(kind: kind, bytes: Array(bytes)))
        }
        guard reader.remaining == 0 else { return nil }
        self.init(
            stream: stream, presentationTime: presentationTime == .min ? nil : presentationTime,
            decodingTime: decodingTime == .min ? nil : decodingTime, duration: duration,
            flags: Flags(rawValue: flags), data: Array(data), sideData: sideData)
    }
}
