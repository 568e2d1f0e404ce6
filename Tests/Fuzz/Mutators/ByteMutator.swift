/// Mutates bytes without regard to their structure.
package enum ByteMutator {
    /// Returns the bytes with one change: a bit, a byte, an early end, or all bytes twice.
    package static func changed(_ bytes: [UInt8], _ random: inout SplitMix) -> [UInt8] {
        guard !bytes.isEmpty else { return [UInt8(random.below(256))] }
        var bytes = bytes
        let place = random.below(bytes.count)
        switch random.below(4) {
        case 0: bytes[place] ^= 1 << UInt8(random.below(8))
        case 1: bytes[place] = random.element([0, 1, 0x7F, 0x80, 0xFF])
        case 2: bytes.removeSubrange(place...)
        default: bytes += bytes
        }
        return bytes
    }
}
