import Foundation

/// Bytes of a message: whole numbers in as few bytes as they need, floats little-endian, texts and data behind their length.
struct ByteWriter {
    private(set) var bytes: [UInt8] = []

    /// Adds one byte.
    mutating func write(_ byte: UInt8) { bytes.append(byte) }

    /// Adds a truth value.
    mutating func write(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

    /// Adds a whole number: seven bits in a byte, the lowest first; negative ones are interleaved with the others.
    mutating func write(_ number: Int) {
        var rest = UInt64(bitPattern: Int64(number &<< 1) ^ Int64(number &>> 63))
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest &>>= 7
        }
        bytes.append(UInt8(rest))
    }

    /// Adds a float's bits.
    mutating func write(_ number: Float) { write(bits: number.bitPattern) }

    /// Adds a double's bits.
    mutating func write(_ number: Double) { write(bits: number.bitPattern) }

    /// Adds a text as UTF-8 behind its length.
    mutating func write(_ text: String) {
        var text = text
        text.withUTF8 { utf8 in
            write(utf8.count)
            bytes.append(contentsOf: utf8)
        }
    }

    /// Adds data behind its length.
    mutating func write(_ data: Data) {
        write(data.count)
        bytes.append(contentsOf: data)
    }

    /// Adds how many elements there are, and each of them.
    mutating func write<Elements: Collection>(
        each elements: Elements, _ write: (inout ByteWriter, Elements.Element) throws -> Void
    ) rethrows {
        self.write(elements.count)
        for element in elements { try write(&self, element) }
    }

    /// Adds whether there is a value, and the value.
    mutating func write<Value>(
        optional value: Value?, _ write: (inout ByteWriter, Value) throws -> Void
    ) rethrows {
        self.write(value != nil)
        if let value { try write(&self, value) }
    }

    private mutating func write<Bits: FixedWidthInteger>(bits: Bits) {
        withUnsafeBytes(of: bits.littleEndian) { bytes.append(contentsOf: $0) }
    }
}
