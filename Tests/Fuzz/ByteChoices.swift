/// Choices made from a fuzzer's bytes. Equal bytes give equal choices; after the last byte every choice is the first.
struct ByteChoices {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    var isEmpty: Bool { rest.isEmpty }

    mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

    /// Returns a number from 0 up to, but not including, `bound`, chosen by one byte.
    mutating func below(_ bound: Int) -> Int { Int(byte()) % bound }

    mutating func element<Element>(_ list: [Element]) -> Element { list[below(list.count)] }

    /// Returns the float with the bit pattern of the next four bytes.
    mutating func anyFloat() -> Float {
        Float(bitPattern: (0..<4).reduce(UInt32(0)) { bits, _ in bits << 8 | UInt32(byte()) })
    }
}
