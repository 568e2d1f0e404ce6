import Foundation
import Testing

@testable import ImageFiles

@Suite("Many broken JPEGs and PNGs")
struct DecoderLongTests {
    @Test("JPEGs that are cut off or damaged fail, or give the same pixels", arguments: TestJPEG.kinds.indices)
    func jpeg(index: Int) {
        let (name, file) = TestJPEG.kinds[index]
        let comparison = DecoderComparison(opener: JPEGOpener())
        comparison.truncated(file.data, step: 1, name)
        comparison.damaged(file.data, count: 2_000, name)
    }

    @Test("PNGs that are cut off or damaged fail, or give the same pixels", arguments: TestPNG.kinds.indices)
    func png(index: Int) {
        let (name, file) = TestPNG.kinds[index]
        let comparison = DecoderComparison(opener: PNGOpener())
        comparison.truncated(file.data, step: 1, name)
        comparison.damaged(file.data, count: 500, name)
    }
}
