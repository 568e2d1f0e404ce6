/// Writes numbers and bytes of a message, in little endian order.
package struct MessageWriter: Sendable {
    /// What has been written.
    package private(set) var bytes: [UInt8] = []

    /// Creates an empty message.
    package init() {}

    /// Adds a number.
    package mutating func append(_ number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    /// Adds bytes.
    package mutating func append(_ other: some Sequence<UInt8>) { bytes.append(contentsOf: other) }

    /// Adds bytes in memory.
    package mutating func append(_ memory: UnsafeRawBufferPointer) { bytes.append(contentsOf: memory) }
}

/// Reads numbers and bytes of a message. Nothing beyond its end is read: the functions return nil.
package struct MessageReader: Sendable {
    private let bytes: [UInt8]
    private var position = 0

    /// Creates a reader at the start of a message.
    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The number of bytes that haven't been read.
    package var remaining: Int { bytes.count - position }

    /// Returns the next number, or nil if the message is too short.
    package mutating func next<Number: FixedWidthInteger>(_ type: Number.Type) -> Number? {
        let size = MemoryLayout<Number>.size
        guard remaining >= size else { return nil }
        defer { position += size }
        return bytes.withUnsafeBytes { Number(littleEndian: $0.loadUnaligned(fromByteOffset: position, as: type)) }
    }

    /// Returns the next bytes, or nil if the message is too short.
    package mutating func next(_ count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, remaining >= count else { return nil }
        defer { position += count }
        return bytes[position..<position + count]
    }
}
