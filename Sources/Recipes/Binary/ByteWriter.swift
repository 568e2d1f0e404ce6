import CoreImageEssentials
import Foundation

/// Writes the bytes of a message: integers in a variable-length format, floats in little-endian order, and strings and
/// data after their length in bytes.
package struct ByteWriter {
    package private(set) var bytes: [UInt8] = []

    package init(bytes: [UInt8] = []) {
        self.bytes = bytes
    }

    /// Writes one byte.
    package mutating func write(_ byte: UInt8) { bytes.append(byte) }

    /// Writes a Boolean as 0 or 1.
    package mutating func write(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

    /// Writes an integer in a variable-length format: zigzag encoded, seven bits per byte, lowest bits first.
    package mutating func write(_ number: Int) {
        var rest = UInt64(bitPattern: Int64(number &<< 1) ^ Int64(number &>> 63))
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest &>>= 7
        }
        bytes.append(UInt8(rest))
    }

    /// Writes a float's bit pattern.
    package mutating func write(_ number: Float) { write(bits: number.bitPattern) }

    /// Writes a double's bit pattern.
    package mutating func write(_ number: Double) { write(bits: number.bitPattern) }

    /// Writes a string as UTF-8, after its length in bytes.
    package mutating func write(_ text: String) {
        var text = text
        text.withUTF8 { utf8 in
            write(utf8.count)
            bytes.append(contentsOf: utf8)
        }
    }

    /// Writes data, after its length in bytes.
    package mutating func write(_ data: Data) {
        write(data.count)
        bytes.append(contentsOf: data)
    }

    /// Writes the number of elements, then each of them.
    package mutating func write<Elements: Collection>(
        each elements: Elements, _ write: (inout ByteWriter, Elements.Element) throws -> Void
    ) rethrows {
        self.write(elements.count)
        for element in elements { try write(&self, element) }
    }

    /// Writes a flag that says whether there is a value, then the value.
    package mutating func write<Value>(
        optional value: Value?, _ write: (inout ByteWriter, Value) throws -> Void
    ) rethrows {
        self.write(value != nil)
        if let value { try write(&self, value) }
    }

    private mutating func write<Bits: FixedWidthInteger>(bits: Bits) {
        withUnsafeBytes(of: bits.littleEndian) { bytes.append(contentsOf: $0) }
    }
}
