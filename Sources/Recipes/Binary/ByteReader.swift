import CoreImageEssentials
import Foundation

/// Reads the format of `ByteWriter` from untrusted bytes. It never reads beyond them, and rejects a count that exceeds
/// the remaining bytes, so that a false count can't cause a large allocation.
package struct ByteReader {
    private let bytes: [UInt8]
    /// The offset of the next byte.
    package private(set) var place = 0
    private var elementsLeft: Int
    /// The number of recipe values that contain the next one.
    var valueDepth = 0

    /// - Parameter maximumElements: The maximum number of elements of all arrays together. Elements can take more
    ///   memory than their bytes.
    package init(_ bytes: [UInt8], maximumElements: Int = 1 << 20) {
        (self.bytes, elementsLeft) = (bytes, maximumElements)
    }

    /// The number of bytes left.
    var remaining: Int { bytes.count - place }

    /// Reads one byte.
    package mutating func byte() throws(ByteReadingError) -> UInt8 {
        guard place < bytes.count else { throw .truncated(at: place) }
        defer { place += 1 }
        return bytes[place]
    }

    /// Reads a Boolean: 0 or 1.
    package mutating func flag() throws(ByteReadingError) -> Bool {
        let start = place
        switch try byte() {
        case 0: return false
        case 1: return true
        default: throw .invalid(at: start, expected: "0 or 1")
        }
    }

    /// Reads an integer of variable length, in the format of `ByteWriter`.
    package mutating func integer() throws(ByteReadingError) -> Int {
        let start = place
        var (value, shift): (UInt64, UInt64) = (0, 0)
        while true {
            let byte = try byte()
            // The tenth byte holds the last of 64 bits.
            guard shift < 63 || (shift == 63 && byte <= 1) else {
                throw .invalid(at: start, expected: "a whole number of 64 bits")
            }
            value |= UInt64(byte & 0x7F) &<< shift
            if byte & 0x80 == 0 { break }
            shift += 7
        }
        return Int(Int64(bitPattern: value &>> 1) ^ -Int64(bitPattern: value & 1))
    }

    /// Reads the number of elements that follow, each of at least `size` bytes.
    mutating func count(ofBytes size: Int = 1) throws(ByteReadingError) -> Int {
        let start = place
        let count = try integer()
        guard count >= 0 else { throw .invalid(at: start, expected: "a count") }
        guard count <= remaining / max(size, 1) else { throw .truncated(at: start) }
        return count
    }

    /// Reads a float.
    mutating func float() throws(ByteReadingError) -> Float { Float(bitPattern: try bits(UInt32.self)) }

    /// Reads a double.
    mutating func double() throws(ByteReadingError) -> Double { Double(bitPattern: try bits(UInt64.self)) }

    /// Reads a string.
    package mutating func text() throws(ByteReadingError) -> String {
        let count = try count()
        let start = place
        guard let text = String(validating: bytes[start..<start + count], as: UTF8.self) else {
            throw .invalid(at: start, expected: "text in UTF-8")
        }
        place += count
        return text
    }

    /// Reads data.
    package mutating func data() throws(ByteReadingError) -> Data {
        let count = try count()
        defer { place += count }
        return Data(bytes[place..<place + count])
    }

    /// Reads an array, which begins with its count. Each element has at least `size` bytes.
    package mutating func array<Element>(
        ofBytes size: Int = 1, _ element: (inout ByteReader) throws(ByteReadingError) -> Element
    ) throws(ByteReadingError) -> [Element] {
        let start = place
        let count = try count(ofBytes: size)
        guard count <= elementsLeft else { throw .tooMany(at: start) }
        elementsLeft -= count
        var elements: [Element] = []
        // Elements may be larger in memory than their bytes, so that even a valid count isn't fully reserved in
        // advance.
        elements.reserveCapacity(min(count, 1024))
        for _ in 0..<count { elements.append(try element(&self)) }
        return elements
    }

    /// Reads an optional value, which begins with a flag.
    mutating func optional<Value>(
        _ value: (inout ByteReader) throws(ByteReadingError) -> Value
    ) throws(ByteReadingError) -> Value? {
        guard try flag() else { return nil }
        return try value(&self)
    }

    /// Throws if bytes are left.
    package func end() throws(ByteReadingError) {
        if remaining > 0 { throw .trailing(at: place) }
    }

    private mutating func bits<Bits: FixedWidthInteger>(_ type: Bits.Type) throws(ByteReadingError) -> Bits {
        let size = Bits.bitWidth / 8
        guard remaining >= size else { throw .truncated(at: place) }
        var result = Bits.zero
        for index in 0..<size { result |= Bits(bytes[place + index]) &<< Bits(8 * index) }
        place += size
        return result
    }
}
