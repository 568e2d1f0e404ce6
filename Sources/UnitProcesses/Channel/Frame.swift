/// The head of every message on a channel; the body follows. Both sides check all of it.
struct Frame: Equatable {
    /// What a message is.
    enum Kind: UInt8 {
        /// From the host, before anything else: the worker's orders.
        case orders = 1
        /// From the worker: it is sandboxed now, and how.
        case ready
        /// From the host: the first request, by which the worker loads what it serves.
        case setUp
        /// From the host: any other request.
        case call
        /// From the worker: the result.
        case reply
        /// From the worker: why there is no result, as text.
        case refusal
    }

    /// Bytes that a head takes.
    static let byteCount = 24
    /// "CIUW" and the version of this layout, which a host and a worker of different builds would disagree on.
    private static let signature: UInt64 = 0x0001_5755_4943

    var kind: Kind
    /// How many shared memories come with the message.
    var memories: UInt8 = 0
    /// Which call it belongs to; a reply repeats its request's.
    var call: UInt64
    /// Bytes of the body.
    var length: UInt64

    /// The head as it is sent.
    var bytes: [UInt8] {
        let first = Self.signature | UInt64(kind.rawValue) << 48 | UInt64(memories) << 56
        return [first.littleEndian, call.littleEndian, length.littleEndian].withUnsafeBytes { Array($0) }
    }

    init(_ kind: Kind, call: UInt64, length: Int, memories: Int = 0) {
        self.kind = kind
        self.memories = UInt8(memories)
        self.call = call
        self.length = UInt64(length)
    }

    /// The head at the start of what was received, or nil where it isn't one.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= Self.byteCount else { return nil }
        func word(_ index: Int) -> UInt64 {
            UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self))
        }
        guard word(0) & 0xFFFF_FFFF_FFFF == Self.signature, let kind = Kind(rawValue: UInt8(word(0) >> 48 & 0xFF))
        else { return nil }
        self.kind = kind
        memories = UInt8(word(0) >> 56)
        call = word(1)
        length = word(2)
    }
}
