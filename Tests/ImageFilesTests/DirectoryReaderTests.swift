import Foundation
import Testing

@testable import ImageFiles

@Suite("Directories of TIFF files")
struct DirectoryReaderTests {
    private func little(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    @Test("The next directory's offset follows the last entry, also if not all entries are read", arguments: [3, 1500])
    func next(entries: Int) throws {
        // TIFF 6.0: a count of 2 bytes, entries of 12 bytes, an offset of 4 bytes.
        let entry = little(40_000, 2) + little(3, 2) + little(1, 4) + little(5, 4)
        let directory = little(entries, 2) + (0..<entries).flatMap { _ in entry } + little(123_456, 4)
        let data = Data([0x49, 0x49, 42, 0] + little(8, 4) + directory)
        let reader = try #require(DirectoryReader(data))
        #expect(try #require(reader.integers(at: 8, tags: [])).next == 123_456)
    }

    @Test("The next directory's offset follows the last entry in BigTIFF", arguments: [3, 1500])
    func nextInBigTIFF(entries: Int) throws {
        // BigTIFF: a count of 8 bytes, entries of 20 bytes, an offset of 8 bytes.
        let entry = little(40_000, 2) + little(3, 2) + little(1, 8) + little(5, 8)
        let directory = little(entries, 8) + (0..<entries).flatMap { _ in entry } + little(123_456, 8)
        let data = Data([0x49, 0x49, 43, 0, 8, 0, 0, 0] + little(16, 8) + directory)
        let reader = try #require(DirectoryReader(data))
        #expect(try #require(reader.integers(at: 16, tags: [])).next == 123_456)
    }
}
