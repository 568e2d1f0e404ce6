/// Choices made from a fuzzer's bytes: equal bytes make equal choices, and where the bytes end every choice is the first.
struct ByteChoices {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    var isEmpty: Bool { rest.isEmpty }

    mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

    /// A number from 0 up to but not including `bound`.
    mutating func below(_ bound: Int) -> Int { Int(byte()) % bound }

    mutating func element<Element>(_ list: [Element]) -> Element { list[below(list.count)] }

    /// Any float, of its four bytes.
    mutating func anyFloat() -> Float {
        Float(bitPattern: (0..<4).reduce(UInt32(0)) { bits, _ in bits << 8 | UInt32(byte()) })
    }
}
