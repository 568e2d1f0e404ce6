/// The header of a message. The body follows it. Both sides check every field.
package struct MessageHeader: Hashable, Sendable {
    /// The size of a header, in bytes.
    package static let byteCount = 16
    /// "CIV" and the version of the messages. A client and a worker of different versions are detected by it.
    private static let signature: UInt32 = 0x0156_4943

    /// The purpose.
    package let kind: MessageKind
    /// The number of file descriptors that are sent with the message.
    package let descriptors: UInt16
    /// The number of the reading that the message belongs to. A client ignores what is left of earlier ones.
    package let generation: UInt32
    /// The size of the body, in bytes.
    package let length: UInt32

    /// Creates a header.
    package init(_ kind: MessageKind, descriptors: Int = 0, generation: UInt32, length: Int) {
        (self.kind, self.generation) = (kind, generation)
        (self.descriptors, self.length) = (UInt16(descriptors), UInt32(length))
    }

    /// The header in its transmitted form.
    package var bytes: [UInt8] {
        var writer = MessageWriter()
        writer.append(Self.signature)
        writer.append(kind.rawValue)
        writer.append(descriptors)
        writer.append(generation)
        writer.append(length)
        return writer.bytes
    }

    /// Reads a header. Returns nil if it is invalid.
    package init?(_ bytes: [UInt8]) {
        var reader = MessageReader(bytes)
        guard reader.next(UInt32.self) == Self.signature, let kind = reader.next(UInt16.self).flatMap(MessageKind.init),
            let descriptors = reader.next(UInt16.self), let generation = reader.next(UInt32.self),
            let length = reader.next(UInt32.self)
        else { return nil }
        (self.kind, self.descriptors, self.generation, self.length) = (kind, descriptors, generation, length)
    }
}
