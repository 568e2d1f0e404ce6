import Foundation
import ImageUnits
import Testing

@Suite("Binary property lists")
struct BinaryListTests {
    /// Writes a value as an attribute of an executable filter and reads it back. Such attributes are kept unchanged.
    private func roundTrip(_ value: Any) throws -> PropertyValue? {
        let list: [String: Any] = [
            "CIPlugInVersion": 1,
            "CIPlugInFilterList": [
                "A": ["CIFilterClass": "A", "CIFilterAttributes": ["CIAttributeFilterName": value]]
            ],
        ]
        let unit = try TestUnit(filters: TestUnit.filter())
        try unit.write(
            "Contents/Resources/Description.plist",
            PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0))
        return unit.read().filter?.attributes["CIAttributeFilterName"]
    }

    @Test("Every type comes back as it was written by Foundation")
    func types() throws {
        #expect(try roundTrip("plain") == .string("plain"))
        let long = String(repeating: "Ünicode 🎈 ", count: 40)
        #expect(try roundTrip(long) == .string(long))
        for number in [0, 1, 255, 256, 65_535, 65_536, 1 << 40, -1, Int.min, Int.max] {
            #expect(try roundTrip(number) == .integer(number))
        }
        #expect(try roundTrip(-0.1) == .real(-0.1))
        #expect(try roundTrip(true) == .boolean(true))
        #expect(try roundTrip(false) == .boolean(false))
        #expect(try roundTrip(Data([1, 2, 3])) == .data(Data([1, 2, 3])))
        #expect(
            try roundTrip(Date(timeIntervalSinceReferenceDate: 12.5))
                == .date(Date(timeIntervalSinceReferenceDate: 12.5)))
        #expect(try roundTrip(["a": [1, "b"]]) == .dictionary(["a": .array([.integer(1), .string("b")])]))
        #expect(try roundTrip((0..<300).map { $0 }) == .array((0..<300).map { .integer($0) }))
    }

    @Test("Truncated lists are refused, and damaged ones never crash")
    func damage() throws {
        let unit = try TestUnit(filters: TestUnit.filter(inputs: TestUnit.input("inputImage", "CIImage")))
        let file = "Contents/Resources/Description.plist"
        let list = try PropertyListSerialization.propertyList(
            from: Data(contentsOf: URL(fileURLWithPath: unit.path(file))), format: nil)
        let whole = try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
        for length in stride(from: 0, to: whole.count, by: 7) {
            try unit.write(file, whole.prefix(length))
            #expect(unit.read().unit == nil)
        }
        for index in Array(stride(from: 8, to: whole.count - 24, by: 3)) + (whole.count - 24..<whole.count) {
            var damaged = whole
            damaged[index] ^= 0xFF
            try unit.write(file, damaged)
            let issues = unit.read().issues
            // The last 24 bytes are three numbers, which a changed high byte makes far too large. A change elsewhere
            // may give another valid list.
            let fromEnd = whole.count - 1 - index
            if fromEnd < 24, fromEnd % 8 >= 2 { #expect(!issues.isEmpty, "byte \(index)") }
        }
    }

    @Test(
        "A list that repeats one array in ever larger ones, or in itself, is refused and not unfolded",
        arguments: [false, true])
    func amplified(isCyclic: Bool) throws {
        // Objects 0…11 are arrays of fifteen references to the next object, and object 12 is an empty array. Unfolded,
        // these are 15¹² values. In the cyclic list, all arrays refer to object 0.
        var bytes = Array("bplist00".utf8)
        var offsets: [UInt8] = []
        for index in 0..<12 {
            offsets.append(UInt8(bytes.count))
            bytes += [0xAF, 0x10, 0x0F] + [UInt8](repeating: UInt8(isCyclic ? 0 : index + 1), count: 15)
        }
        offsets.append(UInt8(bytes.count))
        bytes.append(0xA0)
        let table = bytes.count
        bytes += offsets + [0, 0, 0, 0, 0, 0, 1, 1]
        for value in [offsets.count, 0, table] {
            bytes += (0..<8).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
        }
        let unit = try TestUnit(filters: TestUnit.filter())
        try unit.write("Contents/Resources/Description.plist", Data(bytes))
        #expect(
            unit.read().errors == [.malformedPropertyList(detail: "it holds too many or too deeply nested values")])
    }
}
