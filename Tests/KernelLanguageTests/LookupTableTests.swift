import Testing

@testable import KernelLanguage

@Suite struct LookupTableTests {
    private let numbers = (0..<16).map { Float($0) * 1.5 - 3 }

    @Test func theLowestFourBitsOfAnIndexCount() {
        let table = LookupTable(numbers)
        for index in -40..<40 as Range<Int32> {
            let place = ((Int(index) % 16) + 16) % 16
            #expect(table[index] == numbers[place], "\(index)")
        }
    }

    /// 0 and −0 are different constants, so their tables are, too.
    @Test func tablesAreComparedByBits() {
        var others = numbers
        others[2] = -0.0
        #expect(numbers[2] == 0)
        let (table, other) = (LookupTable(numbers), LookupTable(others))
        #expect(table != other && table == LookupTable(numbers))
        #expect(Opcode.lookup(table) != .lookup(other))
        let unknown = LookupTable(Array(repeating: .nan, count: 16))
        #expect(unknown == unknown)
    }

    @Test func constantIndicesAreFolded() {
        let result = Constant.folding(.lookup(LookupTable(numbers)), [.int(-1)])
        #expect(result == .float(numbers[15]))
        #expect(Constant.folding(.lookup(LookupTable(numbers)), [nil]) == nil)
    }

    @Test func dumpsContainTheConstants() {
        #expect("\(Opcode.lookup(LookupTable(numbers)))".hasPrefix("lookup [-3.0, -1.5, 0.0,"))
    }
}
