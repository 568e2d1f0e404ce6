import Testing

@testable import PictureBatches

@Suite("Sizes of memory")
struct MemorySizeTests {
    @Test(
        "Numbers with and without a power",
        arguments: [
            ("1", 1), ("4096", 4096), ("16k", 16384), ("256M", 268_435_456), ("256MB", 268_435_456),
            ("1.5GiB", 1_610_612_736), ("2g", 2_147_483_648), ("1T", 1_099_511_627_776),
        ])
    func sizes(text: String, bytes: Int) { #expect(MemorySize(argument: text)?.bytes == bytes) }

    @Test(
        "Invalid sizes are refused",
        arguments: ["", "M", "-1", "0", "1X", "1 M", "nan", "inf", "1e3", "99999999T", "٣M"])
    func refusals(text: String) { #expect(MemorySize(argument: text) == nil) }
}
