/// The header of a message on a channel. The body follows it. Both sides check every field.
struct Frame: Equatable {
    /// The purpose of a message.
    enum Kind: UInt8 {
        /// Host to worker, the first message: the worker's orders.
        case orders = 1
        /// Worker to host: the worker is sandboxed. The body describes its protection.
        case ready
        /// Host to worker: the first request, with which the worker loads the code that it serves.
        case setUp
        /// Host to worker: any later request.
        case call
        /// Worker to host: the result.
        case reply
        /// Worker to host: the reason why there is no result, as text.
        case refusal
    }

    /// The size of a header, in bytes.
    static let byteCount = 24
    /// "CIUW" and the version of this layout. A host and a worker from different builds are detected by it.
    private static let signature: UInt64 = 0x0001_5755_4943

    var kind: Kind
    /// The number of shared memories that are sent with the message.
    var memories: UInt8 = 0
    /// The number of the call. A reply has the number of its request.
    var call: UInt64
    /// The size of the body, in bytes.
    var length: UInt64

    /// The header in its transmitted form.
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

    /// Reads the header at the start of received bytes. Returns nil if they don't hold a valid header.
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
