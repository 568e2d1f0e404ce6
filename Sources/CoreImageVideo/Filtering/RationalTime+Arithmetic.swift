import MediaTime
import VideoExchange

extension RationalTime {
    /// The sum of two times, rounded if it can't be expressed.
    static func + (one: RationalTime, other: RationalTime) -> RationalTime { RationalTime(one.time + other.time) }

    /// The difference of two times, rounded if it can't be expressed.
    static func - (one: RationalTime, other: RationalTime) -> RationalTime { RationalTime(one.time - other.time) }

    /// Returns the first stamp in units of a time base that isn't earlier than this time.
    func stampAtOrAfter(in base: Ratio) -> Int64 {
        let stamp = stamp(in: base)
        guard stamp < .max, let floor = RationalTime(stamp: stamp, in: base), floor < self else { return stamp }
        return stamp + 1
    }

    /// The time as Core Media has it.
    package var time: CMTime { CMTime(value: value, timescale: timescale) }

    /// Creates a time from one of Core Media's; 0 if that isn't a number.
    package init(_ time: CMTime) {
        let isNumber = time.isNumeric && time.timescale > 0
        self = isNumber ? RationalTime(value: time.value, timescale: time.timescale) : .zero
    }
}

extension CMTime {
    /// Returns the nearest number of units of a time base, limited to 64 bits; 0 for a time that isn't a number.
    func nearestStamp(in base: Ratio) -> Int64 {
        guard isNumeric, timescale > 0 else { return 0 }
        let unit = Int128(timescale) * Int128(base.numerator)
        let (quotient, rest) = (Int128(value) * Int128(base.denominator) + unit / 2).quotientAndRemainder(
            dividingBy: unit)
        return Int64(clamping: rest < 0 ? quotient - 1 : quotient)
    }
}

extension MediaPacket {
    /// Returns the packet with its times moved back by a number of units; times beyond 64 bits are limited.
    func movedBack(by shift: Int64) -> MediaPacket {
        func moved(_ time: Int64) -> Int64 { Int64(clamping: Int128(time) - Int128(shift)) }
        var packet = self
        packet.presentationTime = presentationTime.map(moved)
        packet.decodingTime = decodingTime.map(moved)
        return packet
    }
}
