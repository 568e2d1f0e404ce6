import Foundation

/// Reads binary property lists.
///
/// Foundation's reader expands an array once for each reference to it, so that a list of a few hundred bytes can keep
/// it busy for years. This reader throws when it has spent a fixed budget of values.
struct BinaryPropertyList {
    private let bytes: [UInt8]
    private let offsetSize: Int
    private let referenceSize: Int
    private let objectCount: Int
    private let offsetTable: Int
    private let top: Int
    private let refusesEqualKeys: Bool
    private var budget = PropertyValue.valueLimit

    /// The number of bytes of a string or of data that cost as much of the budget as one value.
    private static let bytesPerValue = 64
    private static let trailerSize = 32

    static func value(of data: Data, refusesEqualKeys: Bool = false) throws(ImageUnitProblem) -> PropertyValue {
        var list = try BinaryPropertyList(data, refusesEqualKeys: refusesEqualKeys)
        return try list.value(at: list.top, depth: 0)
    }

    private init(_ data: Data, refusesEqualKeys: Bool) throws(ImageUnitProblem) {
        self.refusesEqualKeys = refusesEqualKeys
        bytes = Array(data)
        let trailer = bytes.count - Self.trailerSize
        guard trailer >= 8 else { throw Self.malformed("the list is cut short") }
        (offsetSize, referenceSize) = (Int(bytes[trailer + 6]), Int(bytes[trailer + 7]))
        guard (1...8).contains(offsetSize), (1...8).contains(referenceSize),
            let objectCount = Self.integer(bytes[(trailer + 8)..<(trailer + 16)]),
            let top = Self.integer(bytes[(trailer + 16)..<(trailer + 24)]),
            let offsetTable = Self.integer(bytes[(trailer + 24)..<(trailer + 32)]),
            offsetTable <= trailer, objectCount <= (trailer - offsetTable) / offsetSize
        else { throw Self.malformed("its trailer is damaged") }
        (self.objectCount, self.top, self.offsetTable) = (objectCount, top, offsetTable)
    }

    private mutating func value(at index: Int, depth: Int) throws(ImageUnitProblem) -> PropertyValue {
        try spend(1)
        guard depth <= PropertyValue.depthLimit else { throw PropertyValue.tooMuch }
        var place = try offset(of: index)
        let marker = try byte(at: place)
        place += 1
        let low = Int(marker & 0x0F)
        switch marker >> 4 {
        case 0x0 where low == 8: return .boolean(false)
        case 0x0 where low == 9: return .boolean(true)
        case 0x1 where low <= 3: return .integer(try signed(place, size: 1 << low))
        case 0x2 where low == 2: return .real(Double(Float(bitPattern: UInt32(try unsigned(place, size: 4)))))
        case 0x2 where low == 3: return .real(Double(bitPattern: UInt64(bitPattern: Int64(try signed(place, size: 8)))))
        case 0x3 where low == 3:
            let seconds = Double(bitPattern: UInt64(bitPattern: Int64(try signed(place, size: 8))))
            return .date(Date(timeIntervalSinceReferenceDate: seconds))
        case 0x4:
            let count = try count(low, &place)
            return .data(Data(try run(place, count)))
        case 0x5, 0x6: return .string(try text(marker, &place))
        case 0xA:
            let count = try count(low, &place)
            var elements: [PropertyValue] = []
            for position in 0..<count { elements.append(try value(at: reference(place, position), depth: depth + 1)) }
            return .array(elements)
        case 0xD:
            let count = try count(low, &place)
            var entries: [String: PropertyValue] = [:]
            for position in 0..<count {
                guard case .string(let key) = try value(at: reference(place, position), depth: depth + 1) else {
                    throw Self.malformed("a key is not a string")
                }
                let entry = try value(at: reference(place, count + position), depth: depth + 1)
                if entries.updateValue(entry, forKey: key) != nil, refusesEqualKeys { throw ImageUnitProblem.equalKeys }
            }
            return .dictionary(entries)
        default: throw Self.malformed("it holds a value of an unknown type")
        }
    }

    private mutating func text(_ marker: UInt8, _ place: inout Int) throws(ImageUnitProblem) -> String {
        let count = try count(Int(marker & 0x0F), &place)
        if marker >> 4 == 5 { return String(decoding: try run(place, count), as: UTF8.self) }
        guard count <= bytes.count else { throw Self.malformed("the list is cut short") }
        let pairs = Array(try run(place, count * 2))
        return String(
            decoding: (0..<count).map { UInt16(pairs[2 * $0]) << 8 | UInt16(pairs[2 * $0 + 1]) }, as: UTF16.self)
    }

    /// Reads a count from the low bits of the marker, or from the integer that follows if these bits are all set.
    private func count(_ low: Int, _ place: inout Int) throws(ImageUnitProblem) -> Int {
        guard low == 0x0F else { return low }
        let marker = try byte(at: place)
        guard marker >> 4 == 1, marker & 0x0F <= 3 else { throw Self.malformed("a length is damaged") }
        let size = 1 << Int(marker & 0x0F)
        let count = try signed(place + 1, size: size)
        guard count >= 0, count <= bytes.count else { throw Self.malformed("a length is damaged") }
        place += 1 + size
        return count
    }

    private mutating func run(_ place: Int, _ count: Int) throws(ImageUnitProblem) -> ArraySlice<UInt8> {
        guard count >= 0, count <= bytes.count - place else { throw Self.malformed("the list is cut short") }
        try spend(count / Self.bytesPerValue)
        return bytes[place..<(place + count)]
    }

    private mutating func spend(_ cost: Int) throws(ImageUnitProblem) {
        budget -= cost
        if budget < 0 { throw PropertyValue.tooMuch }
    }

    private func offset(of index: Int) throws(ImageUnitProblem) -> Int {
        guard (0..<objectCount).contains(index) else { throw Self.malformed("a reference leads nowhere") }
        let offset = try unsigned(offsetTable + index * offsetSize, size: offsetSize)
        guard offset < offsetTable else { throw Self.malformed("a reference leads nowhere") }
        return offset
    }

    private func reference(_ place: Int, _ position: Int) throws(ImageUnitProblem) -> Int {
        try unsigned(place + position * referenceSize, size: referenceSize)
    }

    private func byte(at place: Int) throws(ImageUnitProblem) -> UInt8 {
        guard bytes.indices.contains(place) else { throw Self.malformed("the list is cut short") }
        return bytes[place]
    }

    private func unsigned(_ place: Int, size: Int) throws(ImageUnitProblem) -> Int {
        guard place >= 0, size <= bytes.count - place else { throw Self.malformed("the list is cut short") }
        guard let value = Self.integer(bytes[place..<(place + size)]) else {
            throw Self.malformed("a number is out of range")
        }
        return value
    }

    /// Reads an integer: eight bytes are signed, fewer are unsigned.
    private func signed(_ place: Int, size: Int) throws(ImageUnitProblem) -> Int {
        guard size == 8 else { return try unsigned(place, size: size) }
        guard place >= 0, size <= bytes.count - place else { throw Self.malformed("the list is cut short") }
        return Int(Int64(bitPattern: bytes[place..<(place + 8)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }))
    }

    /// Returns a big-endian number; nil if it doesn't fit into `Int`.
    private static func integer(_ bytes: ArraySlice<UInt8>) -> Int? {
        Int(exactly: bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }

    private static func malformed(_ detail: String) -> ImageUnitProblem { .malformedPropertyList(detail: detail) }
}
