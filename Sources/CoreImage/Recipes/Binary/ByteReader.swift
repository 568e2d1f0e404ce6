import Foundation

/// Why bytes are not the message that they should be.
enum ByteReadingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The bytes end inside what begins at this place.
    case truncated(at: Int)
    /// What begins at this place is not one of the values that may stand there.
    case invalid(at: Int, expected: String)
    /// The array at this place has more elements than all arrays may have together.
    case tooMany(at: Int)
    /// There are bytes behind the end.
    case trailing(at: Int)

    var description: String {
        switch self {
        case .truncated(let place): "the bytes end too early, in what begins at byte \(place)"
        case .invalid(let place, let expected): "\(expected) should stand at byte \(place)"
        case .tooMany(let place): "the array at byte \(place) has too many elements"
        case .trailing(let place): "the message should end at byte \(place), and there are more bytes"
        }
    }
}

/// Reads what `ByteWriter` wrote, from bytes that may be anything: it never reads beyond them, and a count is believed only as far as there are
/// bytes for it, so that nothing large is reserved for a lie.
struct ByteReader {
    private let bytes: [UInt8]
    /// The place of the next byte.
    private(set) var place = 0
    private var elementsLeft: Int

    /// - Parameter mostElements: How many elements all arrays may have together: they may take more memory than bytes.
    init(_ bytes: [UInt8], mostElements: Int = 1 << 20) { (self.bytes, elementsLeft) = (bytes, mostElements) }

    /// How many bytes are left.
    var remaining: Int { bytes.count - place }

    /// One byte.
    mutating func byte() throws(ByteReadingError) -> UInt8 {
        guard place < bytes.count else { throw .truncated(at: place) }
        defer { place += 1 }
        return bytes[place]
    }

    /// A truth value: 0 or 1.
    mutating func flag() throws(ByteReadingError) -> Bool {
        let start = place
        switch try byte() {
        case 0: return false
        case 1: return true
        default: throw .invalid(at: start, expected: "0 or 1")
        }
    }

    /// A whole number.
    mutating func integer() throws(ByteReadingError) -> Int {
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

    /// How many elements follow, each of at least so many bytes.
    mutating func count(ofBytes size: Int = 1) throws(ByteReadingError) -> Int {
        let start = place
        let count = try integer()
        guard count >= 0 else { throw .invalid(at: start, expected: "a count") }
        guard count <= remaining / max(size, 1) else { throw .truncated(at: start) }
        return count
    }

    /// A float.
    mutating func float() throws(ByteReadingError) -> Float { Float(bitPattern: try bits(UInt32.self)) }

    /// A double.
    mutating func double() throws(ByteReadingError) -> Double { Double(bitPattern: try bits(UInt64.self)) }

    /// A text.
    mutating func text() throws(ByteReadingError) -> String {
        let count = try count()
        let start = place
        guard let text = String(validating: bytes[start..<start + count], as: UTF8.self) else {
            throw .invalid(at: start, expected: "text in UTF-8")
        }
        place += count
        return text
    }

    /// Data.
    mutating func data() throws(ByteReadingError) -> Data {
        let count = try count()
        defer { place += count }
        return Data(bytes[place..<place + count])
    }

    /// Several elements behind their number, each of at least so many bytes.
    mutating func array<Element>(
        ofBytes size: Int = 1, _ element: (inout ByteReader) throws(ByteReadingError) -> Element
    ) throws(ByteReadingError) -> [Element] {
        let start = place
        let count = try count(ofBytes: size)
        guard count <= elementsLeft else { throw .tooMany(at: start) }
        elementsLeft -= count
        var elements: [Element] = []
        // Elements may be larger here than there, so that even a true count is not reserved for at once.
        elements.reserveCapacity(min(count, 1024))
        for _ in 0..<count { elements.append(try element(&self)) }
        return elements
    }

    /// A value that may be missing.
    mutating func optional<Value>(
        _ value: (inout ByteReader) throws(ByteReadingError) -> Value
    ) throws(ByteReadingError) -> Value? {
        guard try flag() else { return nil }
        return try value(&self)
    }

    /// Makes sure that nothing is left.
    func end() throws(ByteReadingError) {
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
