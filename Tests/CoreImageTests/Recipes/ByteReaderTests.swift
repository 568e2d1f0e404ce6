import Foundation
import Testing

@testable import BuiltInFilters
@testable import CoreImage
@testable import CoreImageEssentials
@testable import Detection
@testable import Recipes
@testable import UnitHosting

@Suite("Bytes of messages")
struct ByteReaderTests {
    @Test(
        "Whole numbers take as few bytes as possible, and are read back",
        arguments: [
            (0, 1), (-1, 1), (63, 1), (-64, 1), (64, 2), (8191, 2), (8192, 3), (Int.max, 10), (Int.min, 10),
        ])
    func integers(number: Int, bytes: Int) throws {
        var writer = ByteWriter()
        writer.write(number)
        #expect(writer.bytes.count == bytes)
        var reader = ByteReader(writer.bytes)
        #expect(try reader.integer() == number)
        try reader.end()
    }

    @Test("Floats, texts, data, arrays and missing values are read back bit for bit")
    func values() throws {
        var writer = ByteWriter()
        writer.write(Float.nan)
        writer.write(-0.0 as Double)
        writer.write("größer")
        writer.write(Data([1, 2]))
        writer.write(each: [3, 4]) { $0.write($1) }
        writer.write(optional: nil as Int?) { $0.write($1) }
        writer.write(optional: 5) { $0.write($1) }
        var reader = ByteReader(writer.bytes)
        #expect(try reader.float().bitPattern == Float.nan.bitPattern)
        #expect(try reader.double().sign == .minus)
        #expect(try reader.text() == "größer")
        #expect(try reader.data() == Data([1, 2]))
        #expect(try reader.array { reader throws(ByteReadingError) in try reader.integer() } == [3, 4])
        #expect(try reader.optional { reader throws(ByteReadingError) in try reader.integer() } == nil)
        #expect(try reader.optional { reader throws(ByteReadingError) in try reader.integer() } == 5)
        #expect(reader.remaining == 0)
    }

    @Test("Truncated, overlong and invalid bytes are refused with their place")
    func refusals() {
        var flag = ByteReader([2])
        #expect(throws: ByteReadingError.invalid(at: 0, expected: "0 or 1")) { try flag.flag() }
        var long = ByteReader([UInt8](repeating: 0xFF, count: 20))
        #expect(throws: ByteReadingError.invalid(at: 0, expected: "a whole number of 64 bits")) { try long.integer() }
        var short = ByteReader([0xFF])
        #expect(throws: ByteReadingError.truncated(at: 1)) { try short.integer() }
        var text = ByteReader([4, 0xC3, 0x28])
        #expect(throws: ByteReadingError.invalid(at: 1, expected: "text in UTF-8")) { try text.text() }
        var number = ByteReader([0, 0, 0])
        #expect(throws: ByteReadingError.truncated(at: 0)) { try number.float() }
        var negative = ByteReader([1])
        #expect(throws: ByteReadingError.invalid(at: 0, expected: "a count")) { try negative.data() }
        var many = ByteReader([8, 0, 0, 0, 0], maximumElements: 3)
        #expect(throws: ByteReadingError.tooMany(at: 0)) {
            try many.array { reader throws(ByteReadingError) in try reader.byte() }
        }
        #expect(throws: ByteReadingError.trailing(at: 0)) { try ByteReader([1]).end() }
    }
}
