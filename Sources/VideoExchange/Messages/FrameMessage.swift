/// A frame in a slot, with its times in the time base of its stream.
package struct FrameMessage: Hashable, Sendable {
    /// The number of the ring, from 0. Every format message begins another.
    package var ring: UInt32
    /// The number of the slot.
    package var slot: UInt32
    /// The time at which the frame is shown.
    package var time: Int64
    /// The time for which the file says that it is shown; 0 if it doesn't say.
    package var duration: Int64
    /// Facts about the frame.
    package var flags: FrameFlags

    /// Creates a message.
    package init(ring: UInt32, slot: UInt32, time: Int64, duration: Int64, flags: FrameFlags) {
        (self.ring, self.slot, self.time, self.duration, self.flags) = (ring, slot, time, duration, flags)
    }

    /// The message in its transmitted form.
    package var bytes: [UInt8] {
        var writer = MessageWriter()
        writer.append(ring)
        writer.append(slot)
        writer.append(time)
        writer.append(duration)
        writer.append(flags.rawValue)
        return writer.bytes
    }

    /// Reads a message. Returns nil if it has another size.
    package init?(_ bytes: [UInt8]) {
        var reader = MessageReader(bytes)
        guard let ring = reader.next(UInt32.self), let slot = reader.next(UInt32.self),
            let time = reader.next(Int64.self), let duration = reader.next(Int64.self),
            let flags = reader.next(UInt32.self), reader.remaining == 0
        else { return nil }
        self.init(ring: ring, slot: slot, time: time, duration: duration, flags: FrameFlags(rawValue: flags))
    }
}

/// A slot that is free again.
package struct SlotMessage: Hashable, Sendable {
    /// The number of the ring.
    package var ring: UInt32
    /// The number of the slot.
    package var slot: UInt32

    /// Creates a message.
    package init(ring: UInt32, slot: UInt32) { (self.ring, self.slot) = (ring, slot) }

    /// The message in its transmitted form.
    package var bytes: [UInt8] {
        var writer = MessageWriter()
        writer.append(ring)
        writer.append(slot)
        return writer.bytes
    }

    /// Reads a message. Returns nil if it has another size.
    package init?(_ bytes: [UInt8]) {
        var reader = MessageReader(bytes)
        guard let ring = reader.next(UInt32.self), let slot = reader.next(UInt32.self), reader.remaining == 0
        else { return nil }
        self.init(ring: ring, slot: slot)
    }
}
