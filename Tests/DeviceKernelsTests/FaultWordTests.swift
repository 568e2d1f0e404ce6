import DeviceKernels
import Testing

@Suite struct FaultWordTests {
    @Test("The word is a pixel's number in its region")
    func pixels() throws {
        for (row, column) in [(0, 0), (0, 6), (1, 0), (3, 5)] {
            let pixel = try #require(FaultWord.pixel(of: UInt32(7 * row + column), width: 7))
            #expect(pixel.column == column && pixel.row == row)
        }
        #expect(FaultWord.pixel(of: 0xffff_ffff, width: 7) == nil)
        #expect(FaultWord.pixel(of: 3, width: 0) == nil)
    }
}
